import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useInviteMemberMutation, useListGroupsQuery } from '#src/store/groups/api.ts'
import { type GroupRow, inviteRefusal } from '#src/store/groups/selectors.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { OneLineForm } from './OneLineForm.tsx'

/** Invites a user by name. Members and invited users are refused without a call (behaviour 5.5). */
export function InviteForm({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const { invite, isBusy } = useInvite(group)
  const field = useFirstFocus(group.isNew)
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<MessageKey | null>(null)

  const handleType = (typed: string) => {
    setText(typed)
    setRefusal(null)
  }
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const username = text.trim()
    if (isBusy || username === '') return
    setRefusal(null)
    const { isSent, refusal: found } = await invite(username)
    setRefusal(found)
    // Text typed during the call stays.
    if (isSent) setText((now) => (now === text ? '' : now))
  }

  return (
    <OneLineForm
      onSubmit={handleSubmit}
      field={
        <TextField
          ref={field}
          label={t('dashboard.invite_new_member')}
          hint={group.isNew ? t('dashboard.invite_first_hint') : undefined}
          error={refusal ? t(refusal) : undefined}
          value={text}
          onChange={handleType}
          maxLength={TEXT_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      }
      button={
        <Button type="submit" icon="userPlus" busy={isBusy}>
          {t('dashboard.invite')}
        </Button>
      }
    />
  )
}

type Outcome = { readonly isSent: boolean; readonly refusal: MessageKey | null }

/** Invites by name. Before it refuses a name it refetches the list, which other members change too. */
function useInvite(group: GroupRow) {
  const [send, { isLoading }] = useInviteMemberMutation()
  const { refetch } = useListGroupsQuery()
  const [isReading, setIsReading] = useState(false)

  const refusalOf = async (username: string): Promise<MessageKey | null> => {
    const refusal = inviteRefusal(group, username)
    if (refusal === null) return null
    setIsReading(true)
    const { data, isSuccess } = await refetch()
    setIsReading(false)
    const now = isSuccess ? data?.find(({ id }) => id === group.id) : undefined
    return now === undefined ? refusal : inviteRefusal(now, username)
  }

  const invite = async (username: string): Promise<Outcome> => {
    const refusal = await refusalOf(username)
    if (refusal !== null) return { isSent: false, refusal }
    const { error } = await send({ groupId: group.id, username })
    return { isSent: error === undefined, refusal: null }
  }

  return { invite, isBusy: isLoading || isReading }
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
