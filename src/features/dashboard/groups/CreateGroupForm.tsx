import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCreateGroupMutation } from '#src/store/groups/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { NameForm, type Sent } from './NameForm.tsx'

export function CreateGroupForm() {
  const { t } = useTranslation()
  const [create, { isLoading }] = useCreateGroupMutation()
  const field = useRef<HTMLInputElement>(null)

  const handleSend = async (name: string): Promise<Sent> => {
    if (name === '') {
      field.current?.focus()
      return { refusal: 'dashboard.group_name_missing' }
    }
    const { error } = await create(name)
    return { isSent: !error }
  }
  return (
    <NameForm
      ref={field}
      label={t('dashboard.new_group_name')}
      isBusy={isLoading}
      onSend={handleSend}
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
  )
}
