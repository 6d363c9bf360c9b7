import { useTranslation } from 'react-i18next'
import { groupPageApi } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { FormError } from '#src/ui/Field.tsx'
import type { MenuAction } from '#src/ui/MoreMenu.tsx'
import { ThingMenu } from '../../reports/ThingMenu.tsx'

type Props = { group: GroupRow; member: GroupRow['members'][number] }

export function MemberRole({ group, member: { id, name, owner } }: Props) {
  const { t } = useTranslation()
  const { data: page } = groupPageApi.useGetGroupPageQuery(group.id)
  const [setCoOwner, { error, isLoading }] = groupPageApi.useSetCoOwnerMutation()
  if (!page) return null
  const isCoOwner = !owner && page.co_owners.includes(id)
  const change = () => {
    if (!isLoading) void setCoOwner({ id: group.id, member_id: id, is_co_owner: !isCoOwner })
  }
  const changeRole: MenuAction = {
    label: t(isCoOwner ? 'group_page.make_member' : 'group_page.make_co_owner'),
    icon: isCoOwner ? 'user' : 'crown',
    onSelect: change,
  }
  const failed = codesOf(error).includes('too_many_co_owners') ? 'too_many_co_owners' : 'failed'
  return (
    <>
      {(owner || isCoOwner) && (
        <span className="text-sm text-ink-soft">
          {t(owner ? 'group_page.role_owner' : 'group_page.role_co_owner')}
        </span>
      )}
      <ThingMenu
        about={name}
        by={name}
        more={page.role === 'owner' && !owner ? [changeRole] : []}
      />
      <FormError message={error && t(`group_page.${failed}`)} />
    </>
  )
}
