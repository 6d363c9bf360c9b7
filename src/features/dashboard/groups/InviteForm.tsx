import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { OneLineForm } from './OneLineForm.tsx'
import { useFirstFocus } from './useFirstFocus.ts'
import { useInvite } from './useInvite.ts'

/** Invites a user by name. Members and invited users are refused without a call (behaviour 5). */
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
