import type { CSSProperties } from "react";

export interface SpinePart {
  lines: number;
  gap?: boolean;
}

export type Quality = "high" | "medium" | "low" | "none";

/** A document as a scale bar of its top-level sections: width is lines, the drawing is the outline's quality. */
export function Spine({ parts, quality, label }: { parts: SpinePart[]; quality: Quality; label: string }) {
  if (quality === "none" || parts.length === 0) return <div className="spine none" role="img" aria-label={label} />;
  return (
    <div className={`spine ${quality}`} role="img" aria-label={label}>
      {parts.map((part, index) => (
        <i key={index} className={part.gap ? "gap" : undefined} style={{ flex: Math.max(1, part.lines) }} />
      ))}
    </div>
  );
}

export const STAGES = ["received", "extracting", "searchable", "complete"] as const;
export type Stage = (typeof STAGES)[number] | "failed";

/** Four parts, one for each state; the part in work fills with what is known. */
export function StageBar({ state, share, text }: { state: Stage; share: number; text: string }) {
  const reached = state === "failed" ? 0 : STAGES.indexOf(state);
  const value = state === "complete" ? 4 : reached + (state === "extracting" ? share : 0.4);
  const fill = (index: number) => {
    if (state === "complete" || index < reached) return 100;
    if (index > reached) return 0;
    return state === "extracting" ? Math.max(8, share * 100) : 40;
  };
  return (
    <span
      className="bar4"
      role="progressbar"
      aria-label={text}
      aria-valuemin={0}
      aria-valuemax={4}
      aria-valuenow={Math.round(value * 100) / 100}
      aria-valuetext={text}
    >
      {STAGES.map((stage, index) => (
        <i key={stage} style={{ "--p": `${String(fill(index))}%` } as CSSProperties} />
      ))}
    </span>
  );
}

export function Ring({ share }: { share: number }) {
  return <span className="ring" aria-hidden="true" style={{ "--p": `${String(Math.round(share * 100))}%` } as CSSProperties} />;
}

/** The dots of a contents page; their pattern is the confidence. */
export function Leader({ confidence = 1 }: { confidence?: number }) {
  const pattern = confidence >= 0.8 ? "" : confidence >= 0.5 ? "mid" : "low";
  return <span className={`leader ${pattern}`} aria-hidden="true" />;
}
