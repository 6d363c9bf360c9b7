import { useTranslation } from 'react-i18next'
import type { MemberId } from '#contract/ids.ts'
import type { GroupPage } from '#contract/schemas/groupPage.ts'
import { useSetCoOwnerMutation } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'

type Props = { group: GroupRow; page: GroupPage }

/** Roles of the members; the owner appoints co-owners. */
export function Roles({ group, page }: Props) {
  const { t } = useTranslation()
  const [setCoOwner, { error, isLoading, originalArgs }] = useSetCoOwnerMutation()
  const isOwner = page.role === 'owner'
  const change = (member_id: MemberId, is_co_owner: boolean) =>
    void setCoOwner({ groupId: group.id, member_id, is_co_owner })
  return (
    <>
      <p className="font-sans text-sm text-ink-soft">{t('group_page.roles_lead')}</p>
      <ul aria-label={t('group_page.roles')} className="divide-y divide-line font-sans text-ui">
        {group.members.map(({ id, name, owner }) => {
          const isCoOwner = !owner && page.co_owners.includes(id)
          const role = isCoOwner ? 'role_co_owner' : 'role_member'
          return (
            <li key={id} className="flex min-h-tap flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="flex-1 text-sm text-ink-soft">
                {t(owner ? 'group_page.role_owner' : `group_page.${role}`)}
              </span>
              {isOwner && !owner && (
                <Button
                  aria-label={t(
                    isCoOwner ? 'group_page.make_member_name' : 'group_page.make_co_owner_name',
                    { name },
                  )}
                  busy={isLoading && originalArgs?.member_id === id}
                  onClick={() => change(id, !isCoOwner)}
                >
                  {t(isCoOwner ? 'group_page.make_member' : 'group_page.make_co_owner')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <FormError
        message={
          error &&
          t(
            codesOf(error).includes('too_many_co_owners')
              ? 'group_page.too_many_co_owners'
              : 'group_page.failed',
          )
        }
      />
    </>
  )
}
