import type { ReactNode } from "react";
import { Notice } from "@/shared/ui/Notice";

/** What went wrong, under the form that it is of. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div className="w-full">
      <Notice kind="fault" fresh>
        {children}
      </Notice>
    </div>
  );
}
