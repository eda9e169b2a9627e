/** Words that an input method still puts together, as for Japanese or Chinese: shown, but neither asked for nor sent. */
import type { ChangeEvent, KeyboardEvent } from "react";

/** Browsers that end the composition before its last key still give that key the code of one. */
const OF_INPUT_METHOD = 229;

export function isComposing(event: ChangeEvent | KeyboardEvent): boolean {
  const { isComposing: composing, keyCode } = event.nativeEvent as Event & { isComposing?: boolean; keyCode?: number };
  return composing === true || keyCode === OF_INPUT_METHOD;
}
