import { type KeyboardEvent, type PointerEvent, memo } from "react";
import { useTranslation } from "react-i18next";
import { Between, LineText } from "./LineView";

/** What a row tells the list of. The same functions for the life of the list, so that a row is drawn only when it changes. */
export interface Hands {
  down: (event: PointerEvent, line: number) => void;
  touch: (line: number) => void;
  press: (event: KeyboardEvent) => void;
  focus: (line: number) => void;
  showPage: (page: number) => void;
}

interface LineRowProps {
  number: number;
  /** Undefined while the line is on its way. */
  text: string | undefined;
  inCode: boolean;
  rendered: boolean;
  ranges: readonly (readonly number[])[] | undefined;
  lang: string | undefined;
  container: boolean;
  /** Whether find is at this line. */
  current: boolean;
  selected: boolean;
  tabStop: boolean;
  /** The page that begins before this line. */
  turn: number | null;
  /** Pages without text that lie before this line. */
  missing: string;
  hands: Hands;
}

export const LineRow = memo(function LineRow({ number, text, inCode, rendered, ranges, lang, container, current, selected, tabStop, turn, missing, hands }: LineRowProps) {
  const { t } = useTranslation();
  const blank = rendered && text?.trim() === "" && !inCode;
  return (
    <>
      {turn !== null ? <Between page={turn} missing={missing} onShow={hands.showPage} /> : null}
      <div id={`L${String(number)}`} data-line={number} aria-current={current ? "true" : undefined} className={`ln-row ${selected ? "sel" : ""} ${current ? "found" : ""} ${blank ? "blank" : ""}`}>
        <button
          type="button"
          id={`n${String(number)}`}
          className="no"
          tabIndex={tabStop ? 0 : -1}
          aria-label={t("reader.line", { number })}
          aria-pressed={selected}
          onFocus={() => { hands.focus(number); }}
          onPointerDown={(event) => { hands.down(event, number); }}
          onClick={(event) => {
            if ((event.nativeEvent as globalThis.PointerEvent).pointerType === "touch") hands.touch(number);
          }}
          onKeyDown={hands.press}
        >
          {blank ? "" : number}
        </button>
        {text === undefined ? <div className="tx" /> : <LineText text={text} inCode={inCode} rendered={rendered} ranges={ranges} lang={lang} container={container} />}
      </div>
    </>
  );
});
