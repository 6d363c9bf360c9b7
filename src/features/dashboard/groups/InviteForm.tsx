import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useInviteMemberMutation } from '#src/store/api/groupsApi.ts'
import { type GroupRow, inviteRefusal } from '#src/store/selectors/groups.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { OneLineForm } from './OneLineForm.tsx'

/** Invites a user by name. Names that need no question to the server are refused here (SPEC 5). */
export function InviteForm({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const [invite, { isLoading }] = useInviteMemberMutation()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<MessageKey | null>(null)

  const handleType = (typed: string) => {
    setText(typed)
    setRefusal(null)
  }
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const username = text.trim()
    if (isLoading || username === '') return
    const found = inviteRefusal(group, username)
    setRefusal(found)
    if (found) return
    const { error } = await invite({ groupId: group.id, username })
    // What was typed meanwhile stays.
    if (!error) setText((now) => (now === text ? '' : now))
  }

  return (
    <OneLineForm
      onSubmit={handleSubmit}
      field={
        <TextField
          label={t('dashboard.invite_new_member')}
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
        <Button type="submit" icon="userPlus" busy={isLoading}>
          {t('dashboard.invite')}
        </Button>
      }
    />
  )
}
