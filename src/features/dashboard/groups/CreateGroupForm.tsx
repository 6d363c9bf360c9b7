import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { useCreateGroupMutation } from '#src/store/groups/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { OneLineForm } from './OneLineForm.tsx'

export function CreateGroupForm() {
  const { t } = useTranslation()
  const [create, { isLoading }] = useCreateGroupMutation()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const handleType = (typed: string) => {
    setText(typed)
    setIsMissing(false)
  }
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const name = text.trim()
    if (isLoading) return
    setIsMissing(name === '')
    if (name === '') return field.current?.focus()
    const { error } = await create(name)
    // Text typed during the call stays.
    if (!error) setText((now) => (now === text ? '' : now))
  }

  return (
    <div className="mt-6">
      <OneLineForm
        onSubmit={handleSubmit}
        field={
          <TextField
            label={t('dashboard.new_group_name')}
            ref={field}
            error={isMissing ? t('dashboard.group_name_missing') : undefined}
            value={text}
            onChange={handleType}
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
