import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Schemas, api } from "@/shared/api/client";
import { FormDialog } from "@/shared/ui/FormDialog";

export type Token = Schemas["TokenItem"];

/** Asks before a token, or the access of a program, is ended. */
export function Revoke({ token, onClose }: { token: Token | null; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: number) => api.DELETE("/api/v1/tokens/{token_id}", { params: { path: { token_id: id } } }),
    onSuccess: () => {
      onClose();
      void queries.invalidateQueries({ queryKey: ["tokens"] });
    },
  });
  return (
    <FormDialog
      open={token !== null}
      title={t("connect.revokeQuestion", { name: token?.name ?? "" })}
      action={t("connect.revoke")}
      danger
      pending={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onSubmit={() => { if (token) revoke.mutate(token.id); }}
    >
      <p className="mt-2 text-ink-2">{token?.client ? t("connect.revokeProgram") : t("connect.revokeText")}</p>
    </FormDialog>
  );
}
