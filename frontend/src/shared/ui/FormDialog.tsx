import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { sentenceOf } from "@/shared/api/problem";
import { Dialog } from "./Dialog";
import { Notice } from "./Notice";

interface FormDialogProps {
  open: boolean;
  title: string;
  action: string;
  danger?: boolean;
  pending: boolean;
  error: Error | null;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A question with one answer that does it and one that does not; what went wrong stands above them. */
export function FormDialog({ open, title, action, danger = false, pending, error, onClose, onSubmit, children }: FormDialogProps) {
  const { t } = useTranslation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog open={open} onClose={onClose} label={title}>
      <form onSubmit={submit}>
        <h2>{title}</h2>
        {children}
        {error ? (
          <div className="mt-3">
            <Notice kind="fault" fresh>
              {sentenceOf(error, t)}
            </Notice>
          </div>
        ) : null}
        <div className="mt-5 flex justify-end gap-2">
          <button type="button" className="btn" onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" className={`btn ${danger ? "danger" : "pri"}`} disabled={pending}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
