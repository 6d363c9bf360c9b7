import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/fields.ts'
import type { Country, NameChange, NameChangeBody, OrderDetails } from '#contract/profile.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { nameOf, sortedBy } from '#src/platform/intl.ts'
import { useAppDispatch, useAppSelector, useUnsaved } from '#src/store/hooks.ts'
import { detailOf } from '#src/store/http/errors.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { draftFrom, NO_DETAILS, orderDetailsEdited } from '#src/store/profile/slice.ts'
import { refusalOf, sentencesOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form, type FormOf, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { Select } from '#src/ui/Select.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

type Props = { value: string; onChange: (key: string) => void; error?: string; className?: string }

/** The server's list is in English and in its order; in other languages the browser names the countries. */
function optionsOf(countries: readonly Country[], language: string) {
  if (language === 'en') return countries.map(({ key, name }) => ({ value: key, label: name }))
  const options = countries.map(({ key, name }) => ({
    value: key,
    label: nameOf('region', key, language) ?? name,
  }))
  return sortedBy(options, ({ label }) => label, language)
}

/** Shows the saved key until the list is loaded. */
function CountrySelect({ value, onChange, error, className }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const countries = profileApi.useListCountriesQuery()
  const hasFailed = countries.error !== undefined && !countries.data

  return (
    <div className={className}>
      <Select
        label={t('dashboard.country')}
        searchLabel={t('dashboard.search_countries')}
        emptyText={t('dashboard.no_country_found')}
        placeholder={value || t('dashboard.choose_country')}
        required
        disabled={!countries.data}
        value={value}
        options={optionsOf(countries.data ?? [], language)}
        onChange={onChange}
        error={error ?? (hasFailed ? t('errors.load_failed') : undefined)}
      />
      {hasFailed && (
        <Button
          variant="quiet"
          busy={countries.isFetching}
          onClick={countries.refetch}
          className="mt-1"
        >
          {t('errors.retry')}
        </Button>
      )}
    </div>
  )
}

export function DetailsTab() {
  const { t } = useTranslation()
  const result = profileApi.useGetOrderDetailsQuery()

  return (
    <section>
      <h2 id="order-details-heading" className="mb-1 text-xl font-semibold">
        {t('dashboard.order_details')}
      </h2>
      <p className="mb-4 max-w-measure text-ink-soft">{t('dashboard.order_hint')}</p>
      <LoadState result={result} skeleton={<SkeletonBars count={6} />}>
        {(saved) => (
          <OrderDetailsForm saved={saved ?? NO_DETAILS} isReloading={result.isFetching} />
        )}
      </LoadState>
    </section>
  )
}

/** The eight fields. The draft is in the store: a change of tabs or pages and a failure do not lose it. */
function OrderDetailsForm({ saved, isReloading }: { saved: OrderDetails; isReloading: boolean }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const draft = useAppSelector((state) => state.orderDetails.draft)
  // The fixed key keeps the state of the call, with its field errors, over a change of tabs.
  const [save, saving] = profileApi.useSaveOrderDetailsMutation({ fixedCacheKey: 'order-details' })
  const sent = useAppSelector((state) => state.orderDetails.sent)
  // The values just saved are newer than the cache until the refetch.
  const shown = draft ?? (saving.isSuccess && isReloading && sent ? sent : saved)
  const form = useForm({
    values: shown,
    saved,
    keep: 'orderDetails',
    onEdit: (edited) => dispatch(orderDetailsEdited(draftFrom(edited, saved))),
    refused: sent && saving.error ? { values: sent, ...sentencesOf(saving.error) } : null,
  })
  const handleSubmit = async (details: OrderDetails) => {
    const { error } = await save(details)
    form.settle(error)
    return sentencesOf<keyof OrderDetails>(error)
  }
  return (
    <Form
      form={form}
      aria-labelledby="order-details-heading"
      onSubmit={handleSubmit}
      className="max-w-2xl"
    >
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-6">
        {FIELDS.map((name) =>
          name === 'country_key' ? (
            <CountrySelect key={name} {...form.field(name)} {...fieldProps[name]} />
          ) : (
            <TextField
              key={name}
              required
              {...fieldProps[name]}
              {...form.field(name)}
              label={t(`dashboard.${name}`)}
              maxLength={TEXT_MAX}
            />
          ),
        )}
      </div>
      <div className="mt-6 flex items-center gap-4">
        <Button type="submit" variant="primary" busy={saving.isLoading}>
          {t('dashboard.save')}
        </Button>
        {draft && <p className="font-sans text-sm text-ink-soft">{t('dashboard.not_saved')}</p>}
      </div>
    </Form>
  )
}

const fieldProps = {
  first_name: { autoComplete: 'given-name', autoCapitalize: 'words', className: 'sm:col-span-3' },
  last_name: { autoComplete: 'family-name', autoCapitalize: 'words', className: 'sm:col-span-3' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', className: 'sm:col-span-3' },
  phone_number: {
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    required: false,
    className: 'sm:col-span-3',
  },
  country_key: { className: 'sm:col-span-6' },
  city: { autoComplete: 'address-level2', autoCapitalize: 'words', className: 'sm:col-span-4' },
  zipcode: {
    // Not numeric: many countries have letters in it.
    inputMode: 'text',
    autoComplete: 'postal-code',
    autoCapitalize: 'characters',
    className: 'sm:col-span-2',
  },
  address: { autoComplete: 'street-address', autoCapitalize: 'words', className: 'sm:col-span-6' },
} as const satisfies Record<keyof OrderDetails, object>

const FIELDS = Object.keys(fieldProps) as Array<keyof OrderDetails>

function NameChangeFields({ form }: { form: FormOf<NameChangeBody> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        {...form.field('new_name')}
        label={t('dashboard.new_name')}
        required
        maxLength={TEXT_MAX}
        autoComplete="off"
        // autoFocus for a form that is rendered after the dialog opened, data-autofocus for one that opens with it.
        autoFocus
        data-autofocus
      />
      <TextArea
        {...form.field('reason')}
        label={t('dashboard.name_change_reason')}
        required
        maxLength={LONG_TEXT_MAX}
      />
    </>
  )
}

/** The name that the form is kept under: there is one request at most. */
const NAME_CHANGE = 'nameChange'

function useNameChangeForm(onSent: () => void) {
  const { t } = useTranslation()
  const [create] = profileApi.useCreateNameChangeMutation()
  const form = useForm({
    initial: { new_name: '', reason: '' },
    rules: missingIn,
    say: t,
    keep: NAME_CHANGE,
  })

  // A refusal is shown at its field in addition to the toast.
  const handleSubmit = async (typed: NameChangeBody) => {
    const { error } = await create({ new_name: typed.new_name.trim(), reason: typed.reason.trim() })
    if (error) return { fields: { ...sentencesOf(error).fields, ...takenName(error, t) } }
    form.clear(typed)
    onSent()
    return undefined
  }
  return { form, handleSubmit }
}

/** Recognizes a taken name by its code, or by the sentence that other servers send. */
const takenName = (error: unknown, say: (key: MessageKey) => string) =>
  detailOf(error)?.toLowerCase().includes('user with this username')
    ? { new_name: say('register.username_exists') }
    : refusalOf<keyof NameChangeBody>(error, say)?.fields

const missingIn = filled({
  new_name: 'dashboard.field_required',
  reason: 'dashboard.field_required',
} as const)

/** The form of a request, or the pending request: there is one at most (behaviour 4.4). */
export function NameChangeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const result = profileApi.useListNameChangesQuery(undefined, {
    skip: !open,
    refetchOnMountOrArgChange: true,
  })
  const { form, handleSubmit } = useNameChangeForm(onClose)
  const pending = result.data?.[0]
  useUnsaved(NAME_CHANGE, open ? Object.values(form.values) : [])

  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('dashboard.name_change_title')}
      footer={
        <>
          <Button onClick={onClose}>{t('dashboard.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={form.isBusy}
            disabled={!result.data || pending !== undefined}
          >
            {t('dashboard.confirm')}
          </Button>
        </>
      }
    >
      <LoadState result={result} skeleton={<SkeletonBars count={3} />}>
        {() =>
          pending ? (
            <PendingNameChange request={pending} />
          ) : (
            <Form
              form={form}
              id={formId}
              aria-label={t('dashboard.name_change_title')}
              onSubmit={handleSubmit}
              className="flex flex-col gap-4"
            >
              <NameChangeFields form={form} />
            </Form>
          )
        }
      </LoadState>
    </Modal>
  )
}

function PendingNameChange({ request }: { request: NameChange }) {
  const { t } = useTranslation()
  const [remove, { isLoading, isSuccess }] = profileApi.useDeleteNameChangeMutation()

  return (
    <>
      <div className="flex items-start gap-3 rounded border border-line bg-parchment/60 px-4 py-3">
        <dl className="flex min-w-0 flex-1 flex-col gap-2 font-sans text-ui">
          <div>
            <dt className="text-sm text-ink-soft">{t('dashboard.requested_name')}</dt>
            <dd className="font-medium wrap-anywhere">{request.new_name}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-soft">{t('dashboard.reason')}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              {request.reason.trim() || t('dashboard.empty_reason')}
            </dd>
          </div>
        </dl>
        <Button
          variant="danger"
          icon="trash"
          busy={isLoading || isSuccess}
          aria-label={t('dashboard.delete_request')}
          onClick={() => remove(request.id)}
          className="shrink-0 px-3!"
        />
      </div>
      <p className="mt-3 font-sans text-sm text-ink-soft">{t('dashboard.name_change_pending')}</p>
    </>
  )
}
