import { Store } from "@/shared/lib/store";

/** Between what floats and the last thing of the page that can be scrolled above it, with the distance of the float to the edge. */
const AIR = 28;

/** How much of the page's foot is covered by what floats there, in pixels. Style sheets read the same as `--foot`. */
export const foot = new Store(0);

function cover(pixels: number): void {
  foot.set(pixels);
  if (pixels > 0) document.documentElement.style.setProperty("--foot", `${String(pixels)}px`);
  else document.documentElement.style.removeProperty("--foot");
}

/** Of an element that floats over the foot: what scrolls under it (`clears-foot`) can be scrolled above it, as long as it is there. */
export function coversFoot(element: HTMLElement): () => void {
  const watch = new ResizeObserver(() => {
    cover(element.offsetHeight > 0 ? element.offsetHeight + AIR : 0);
  });
  watch.observe(element);
  return () => {
    watch.disconnect();
    cover(0);
  };
}
