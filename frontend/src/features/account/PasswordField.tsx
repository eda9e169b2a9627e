import { useTranslation } from "react-i18next";

/** The password once more, before something that an open browser alone must not do. */
export function PasswordField({ password, onChange }: { password: string; onChange: (password: string) => void }) {
  const { t } = useTranslation();
  return (
    <label className="labelled">
      {t("signIn.password")}
      <input className="field" type="password" autoComplete="current-password" required value={password} onChange={(event) => { onChange(event.target.value); }} />
    </label>
  );
}
