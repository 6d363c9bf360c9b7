import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { useCreateGroupMutation } from '#src/store/api/groupsApi.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { OneLineForm } from './OneLineForm.tsx'

/** Founds a group; an empty name is not sent (SPEC 5). */
export function CreateGroupForm() {
  const { t } = useTranslation()
  const [create, { isLoading }] = useCreateGroupMutation()
  const [text, setText] = useState('')

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const name = text.trim()
    if (isLoading || name === '') return
    const { error } = await create(name)
    // What was typed meanwhile stays.
    if (!error) setText((now) => (now === text ? '' : now))
  }

  return (
    <div className="mt-6">
      <OneLineForm
        onSubmit={handleSubmit}
        field={
          <TextField
            label={t('dashboard.new_group_name')}
            value={text}
            onChange={setText}
            maxLength={TEXT_MAX}
            autoComplete="off"
          />
        }
        button={
          <Button
            type="submit"
            variant="primary"
            icon="plus"
            busy={isLoading}
            aria-label={t('dashboard.create_group')}
          />
        }
      />
    </div>
  )
}
