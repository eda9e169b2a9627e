import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { sentenceOf } from "@/shared/api/problem";
import { type CollectionItem, ROLES, type Role } from "@/shared/documents/roles";
import { Icon } from "@/shared/ui/Icon";
import { PaneError } from "@/shared/ui/Notice";
import { Problem } from "./Problem";
import { type Invitee, type Member, collectionsChanged, inviteeOf, membersQuery, nameProblem, share, unshare } from "./queries";

/** Whom a collection is shared with and as what. */
export function Members({ item, self }: { item: CollectionItem; self: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const members = useQuery(membersQuery(item.id));
  const after = { onSuccess: () => { collectionsChanged(queries); } };
  const give = useMutation({ mutationFn: ({ to, role }: { to: Invitee; role: Role }) => share(item.id, to, role), ...after });
  const end = useMutation({ mutationFn: (member: Member) => unshare(item.id, member.id), ...after });
  const error = give.error ?? end.error;
  return (
    <section className="coll-part" aria-label={t("collections.sharedWith")}>
      <h3>{t("collections.sharedWith")}</h3>
      {members.isError ? <PaneError error={members.error} retry={() => void members.refetch()} /> : null}
      {members.data?.length === 0 ? <p className="text-ink-2">{t("collections.nobody")}</p> : null}
      <ul className="coll-members">
        {members.data?.map((member) => {
          const { kind, name } = inviteeOf(member);
          return (
            <li key={member.id}>
              <Icon name={kind === "user" ? "person" : "people"} />
              <span className="coll-member">
                {name}
                {kind === "group" ? <span className="text-ink-3"> {t("collections.aGroup")}</span> : null}
                {kind === "user" && name === self ? <span className="text-ink-3"> {t("collections.you")}</span> : null}
              </span>
              <RoleField label={t("collections.roleOf", { name })} value={member.role} onChange={(role) => { give.mutate({ to: { kind, name }, role }); }} />
              <button type="button" className="btn ghost sm ico" aria-label={t("collections.remove", { name })} title={t("collections.remove", { name })} disabled={end.isPending} onClick={() => { end.mutate(member); }}>
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ul>
      {error ? <Problem>{sentenceOf(error, t)}</Problem> : null}
      <Share item={item} />
      <p className="coll-roles">{t("collections.roles")}</p>
    </section>
  );
}

function RoleField({ label, value, onChange }: { label: string; value: Role; onChange: (role: Role) => void }) {
  const { t } = useTranslation();
  return (
    <select className="field coll-role" aria-label={label} value={value} onChange={(event) => { onChange(event.target.value as Role); }}>
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {t(`collections.role.${role}`)}
        </option>
      ))}
    </select>
  );
}

function Share({ item }: { item: CollectionItem }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [kind, setKind] = useState<Invitee["kind"]>("user");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("reader");
  const give = useMutation({
    mutationFn: (to: Invitee) => share(item.id, to, role),
    onSuccess: () => {
      setName("");
      collectionsChanged(queries);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) give.mutate({ kind, name: name.trim() });
  };
  const problem = () => {
    const asked = give.variables?.name ?? "";
    const missing = give.variables?.kind === "group" ? t("collections.noGroup", { name: asked }) : t("collections.noUser", { name: asked });
    return nameProblem(give.error, { missing, taken: t("collections.isOwner", { name: asked }) }, t);
  };
  return (
    <form className="coll-form" onSubmit={submit}>
      <div className="seg" role="group" aria-label={t("collections.withWhom")}>
        {(["user", "group"] as const).map((each) => (
          <button key={each} type="button" aria-pressed={kind === each} onClick={() => { setKind(each); give.reset(); }}>
            {t(`collections.kind.${each}`)}
          </button>
        ))}
      </div>
      <input className="field grow" maxLength={150} required autoComplete="off" spellCheck={false} autoCapitalize="none" placeholder={t(`collections.nameOf.${kind}`)} aria-label={t(`collections.nameOf.${kind}`)} value={name} onChange={(event) => { setName(event.target.value); }} />
      <RoleField label={t("collections.asWhat")} value={role} onChange={setRole} />
      <button type="submit" className="btn pri" disabled={give.isPending}>
        {t("collections.share")}
      </button>
      {give.isError ? <Problem>{problem()}</Problem> : null}
    </form>
  );
}
