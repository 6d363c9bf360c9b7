import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import type { OrderDetails } from '#contract/schemas/profile.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { fieldErrorsOf } from '#src/store/http/errors.ts'
import { useSaveOrderDetailsMutation } from '#src/store/profile/api.ts'
import {
  isSameDetails,
  orderDetailsEdited,
  orderDetailsSaved,
  orderDetailsSent,
  selectOrderDraft,
  selectSentDetails,
} from '#src/store/profile/slice.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { CountrySelect } from './CountrySelect.tsx'
import { fieldTraits, standingError, type TypedField } from './orderFields.ts'

type Props = { saved: OrderDetails; isReloading: boolean }

/** The eight fields. What was typed waits in the store: a tab, a page or a failure does not lose it. */
export function OrderDetailsForm({ saved, isReloading }: Props) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const draft = useAppSelector(selectOrderDraft)
  // The fixed key keeps the state of a save, its field errors too, over a change of tabs.
  const [save, saving] = useSaveOrderDetailsMutation({ fixedCacheKey: 'order-details' })
  const sent = useAppSelector(selectSentDetails)
  // Until the list has been read again, what has just been saved is truer than what was read before.
  const shown = draft ?? (saving.isSuccess && isReloading && sent ? sent : saved)
  const sentences = fieldErrorsOf(saving.error)
  const errorOf = (field: keyof OrderDetails) => standingError(field, shown, sent, sentences)

  const handleChange = (field: keyof OrderDetails, value: string) => {
    const edited = { ...shown, [field]: value }
    dispatch(orderDetailsEdited(isSameDetails(edited, saved) ? null : edited))
  }
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.isLoading) return
    dispatch(orderDetailsSent(shown))
    const { error } = await save(shown)
    if (!error) dispatch(orderDetailsSaved(shown))
  }
  const field = (name: TypedField) => ({
    ...fieldTraits[name],
    name,
    maxLength: TEXT_MAX,
    value: shown[name],
    onChange: (value: string) => handleChange(name, value),
    error: errorOf(name),
  })

  return (
    <form
      noValidate
      aria-labelledby="order-details-heading"
      onSubmit={handleSubmit}
      className="max-w-2xl"
    >
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-6">
        <TextField
          {...field('first_name')}
          label={t('dashboard.first_name')}
          required
          className="sm:col-span-3"
        />
        <TextField
          {...field('last_name')}
          label={t('dashboard.last_name')}
          required
          className="sm:col-span-3"
        />
        <TextField
          {...field('email')}
          label={t('dashboard.email')}
          required
          className="sm:col-span-3"
        />
        <TextField
          {...field('phone_number')}
          label={t('dashboard.phone_number')}
          className="sm:col-span-3"
        />
        <CountrySelect
          value={shown.country_key}
          onChange={(key) => handleChange('country_key', key)}
          error={errorOf('country_key')}
          className="sm:col-span-6"
        />
        <TextField
          {...field('city')}
          label={t('dashboard.city')}
          required
          className="sm:col-span-4"
        />
        <TextField
          {...field('zipcode')}
          label={t('dashboard.zipcode')}
          required
          className="sm:col-span-2"
        />
        <TextField
          {...field('address')}
          label={t('dashboard.address')}
          required
          className="sm:col-span-6"
        />
      </div>
      <div className="mt-6 flex items-center gap-4">
        <Button type="submit" variant="primary" busy={saving.isLoading}>
          {t('dashboard.save')}
        </Button>
        {draft && <p className="font-sans text-sm text-ink-soft">{t('dashboard.not_saved')}</p>}
      </div>
    </form>
  )
}
