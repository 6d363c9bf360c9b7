import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainDigits } from '#contract/digits.ts'
import { LINK_DAYS_MAX, LINK_USES_MAX } from '#contract/groupPageLimits.ts'
import type { NewInviteLink } from '#contract/schemas/groupPage.ts'
import { useCreateInviteLinkMutation } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { TextField } from '#src/ui/TextField.tsx'

type Props = { group: GroupRow; onMade: (made: NewInviteLink) => void }

/** Null unless it is a whole number from 1 to `max`. */
const numberIn = (text: string, max: number): number | null => {
  const digits = plainDigits(text).trim()
  const number = /^\d{1,3}$/.test(digits) ? Number(digits) : 0
  return number >= 1 && number <= max ? number : null
}

export function NewLinkForm({ group, onMade }: Props) {
  const { t } = useTranslation()
  const [create, { isLoading, error, reset }] = useCreateInviteLinkMutation()
  const [days, setDays] = useState('7')
  const [uses, setUses] = useState('5')
  const [isChecked, setIsChecked] = useState(false)
  const numbers = { days: numberIn(days, LINK_DAYS_MAX), uses: numberIn(uses, LINK_USES_MAX) }
  const errorOf = (number: number | null, max: number) =>
    isChecked && number === null ? t('invite_link.bad_number', { max }) : undefined

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    const { elements } = event.currentTarget
    if (numbers.days === null || numbers.uses === null) {
      const field = elements.namedItem(numbers.days === null ? 'days' : 'uses')
      if (field instanceof HTMLElement) field.focus()
      return
    }
    const { data } = await create({ groupId: group.id, days: numbers.days, uses: numbers.uses })
    if (data === undefined) return
    // The cache of the call does not keep the secret.
    reset()
    onMade(data)
  }
  const isTooMany = codesOf(error).includes('too_many_links')
  return (
    <form
      noValidate
      aria-label={t('invite_link.form')}
      onSubmit={(event) => void handleSubmit(event)}
      className="flex w-full max-w-2xl flex-col items-start gap-4"
    >
      <div className="grid w-full gap-4 sm:grid-cols-2">
        <TextField
          label={t('invite_link.days')}
          name="days"
          inputMode="numeric"
          autoComplete="off"
          value={days}
          onChange={setDays}
          error={errorOf(numbers.days, LINK_DAYS_MAX)}
        />
        <TextField
          label={t('invite_link.uses')}
          name="uses"
          inputMode="numeric"
          autoComplete="off"
          value={uses}
          onChange={setUses}
          error={errorOf(numbers.uses, LINK_USES_MAX)}
        />
      </div>
      <FormError message={error && t(isTooMany ? 'invite_link.too_many' : 'invite_link.failed')} />
      <Button type="submit" icon="plus" busy={isLoading}>
        {t('invite_link.make')}
      </Button>
    </form>
  )
}
