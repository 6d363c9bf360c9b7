import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useFeature } from '#src/store/account/useFeature.ts'
import { useInviteMemberMutation, useListGroupsQuery } from '#src/store/groups/api.ts'
import { type GroupRow, inviteRefusal } from '#src/store/groups/selectors.ts'
import { Late } from '#src/ui/Late.tsx'
import { NameForm, type Sent } from './NameForm.tsx'

const loadSuggestions = async () =>
  (await import(/* webpackChunkName: "group-page" */ './page/NameSuggestions.tsx')).NameSuggestions

/** Invites a user by name. Members and invited users are refused without a call (behaviour 5.5). */
export function InviteForm({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const [send] = useInviteMemberMutation()
  const refusalOf = useRefusal(group)

  const handleSend = async (username: string): Promise<Sent> => {
    if (username === '') return {}
    const refusal = await refusalOf(username)
    if (refusal !== null) return { refusal }
    const { error } = await send({ groupId: group.id, username })
    return { isSent: !error }
  }
  const field = useFirstFocus(group.isNew)
  const hasPage = useFeature('group_page')
  return (
    <NameForm
      ref={field}
      label={t('dashboard.invite_new_member')}
      hint={group.isNew ? t('dashboard.invite_first_hint') : undefined}
      keep={`invite/${group.id}`}
      onSend={handleSend}
      autoCapitalize="none"
      spellCheck={false}
      button={{ icon: 'userPlus', children: t('dashboard.invite') }}
      below={
        hasPage
          ? (typed, fill) => {
              const onChoose = (username: string) => {
                fill(username)
                field.current?.focus()
              }
              return <Late load={loadSuggestions} props={{ groupId: group.id, typed, onChoose }} />
            }
          : undefined
      }
    />
  )
}

/** Refetches the list before refusing a name, because other members change it too. */
function useRefusal(group: GroupRow) {
  const { refetch } = useListGroupsQuery()

  return async (username: string): Promise<MessageKey | null> => {
    const refusal = inviteRefusal(group, username)
    if (refusal === null) return null
    const { data, isSuccess } = await refetch()
    const now = isSuccess ? data?.find(({ id }) => id === group.id) : undefined
    return now === undefined ? refusal : inviteRefusal(now, username)
  }
}

/** Whether the visitor uses another control; an empty form does not count. */
function isBusyElsewhere(active: Element | null, body: Element): boolean {
  if (active === null || active === body) return false
  const fields = active.closest('form')?.querySelectorAll('input')
  return fields === undefined || [...fields].some(({ value }) => value !== '')
}

/** Moves the focus to the field with the returned ref when it appears, unless the visitor is busy elsewhere. */
function useFirstFocus(isWanted: boolean) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const page = field.current?.ownerDocument
    if (isWanted && page && !isBusyElsewhere(page.activeElement, page.body)) field.current?.focus()
  }, [isWanted])
  return field
}
