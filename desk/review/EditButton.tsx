import { useEffect, useId, useRef, useState } from 'react'
import {
  Form,
  FormDataConsumer,
  HttpError,
  required,
  TextInput,
  useGetList,
  useInput,
  ValidationError,
} from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { ReviewItem } from '#contract/review.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Dialog, DialogButtons, DialogSelect } from '../parts/Dialog.tsx'
import { asTyped, FormattedInput } from '../parts/FormattedInput.tsx'
import { SectionsInput } from '../parts/SectionsInput.tsx'
import { actionOf, messageOf, useAction } from '../parts/useAction.ts'
import { type Edits, editsOf, undoing } from './decisions.ts'

type NativeReferenceSelectProps = {
  source: string
  reference: string
  filter?: Record<string, unknown>
  label: string
  /** The choice for null. */
  empty?: string
  /** A field that is set to null with every choice. */
  clears?: string
}

/** A select of the browser: one of MUI would open outside of the modal dialog, which blocks it. */
const NativeReferenceSelect = (props: NativeReferenceSelectProps) => {
  const { source, reference, filter, label, empty, clears } = props
  const note = useId()
  const { data = [] } = useGetList<{ id: number; name: string }>(reference, {
    filter,
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'position', order: 'ASC' },
  })
  const choices = data.map(({ id, name }) => [String(id), name] as const)
  const { field, fieldState } = useInput({ source })
  const { field: cleared } = useInput({ source: clears ?? source })
  const problem = fieldState.error?.message
  return (
    <div className="desk-select">
      <DialogSelect
        aria-describedby={note}
        aria-invalid={problem !== undefined}
        choices={empty === undefined ? choices : [['', empty], ...choices]}
        label={label}
        name={source}
        onBlur={field.onBlur}
        onChange={(chosen) => {
          field.onChange(chosen === '' ? null : Number(chosen))
          if (clears !== undefined) cleared.onChange(null)
        }}
        ref={field.ref}
        value={String(field.value ?? '')}
      />
      <p className="desk-problem" id={note}>
        {problem && <ValidationError error={problem} />}
      </p>
    </div>
  )
}

/** @param isLight whether the entry has light formatting, which a reviewer cannot change */
type Props = { isLight: boolean; onTyped: (values: Edits) => void }

const EditFields = ({ isLight, onTyped }: Props) => (
  <>
    <TextInput source="title" validate={required()} />
    <NativeReferenceSelect
      clears="subtype_id"
      label={t('fields.type')}
      reference="glossary-types"
      source="type_id"
    />
    <FormDataConsumer<Edits>>
      {({ formData }) => (
        <>
          <NativeReferenceSelect
            empty={t('review.no_subtype')}
            filter={{ type_id: formData.type_id ?? 0 }}
            label={t('fields.subtype')}
            reference="glossary-subtypes"
            source="subtype_id"
          />
          <Typed onTyped={onTyped} values={formData} />
        </>
      )}
    </FormDataConsumer>
    <FormattedInput isLight={isLight} minRows={2} source="description" />
    <SectionsInput isContentRequired isLight={isLight} />
    <TextInput
      helperText={t('review.to_author_note')}
      label={t('review.to_author')}
      minRows={2}
      multiline
      parse={asTyped}
      source="reason"
    />
  </>
)

const Typed = ({ values, onTyped }: { values: Edits } & Pick<Props, 'onTyped'>) => {
  useEffect(() => onTyped(values), [values, onTyped])
  return null
}

/** Approves with edits. What was typed is kept when the dialog is closed. */
export const EditButton = ({ item, disabled }: { item: ReviewItem; disabled: boolean }) => {
  const [start, setStart] = useState<Edits | null>(null)
  const [problem, setProblem] = useState('')
  const typed = useRef<Edits | null>(null)
  const { perform } = useAction()

  const handleOpen = () =>
    setStart({ ...(typed.current ?? editsOf(item)), updated_at: item.updated_at })
  const handleClose = () => {
    setStart(null)
    setProblem('')
  }
  const handleSubmit = async (values: object) => {
    const { reason, ...edits } = values as Edits
    setProblem('')
    try {
      const args = { id: item.id, edits, reason }
      await perform(actionOf(deskCalls.review.approve, args, t('review.edit_done'), undoing(item)))
    } catch (error) {
      const fields = fieldErrors(error)
      if (Object.keys(fields).length > 0) return fields
      setProblem(messageOf(error))
      return undefined
    }
    setStart(null)
    return undefined
  }
  return (
    <>
      <ActionButton disabled={disabled} onClick={handleOpen} shortcut="e">
        {t('review.edit')}
      </ActionButton>
      {start && (
        <Dialog isWide onClose={handleClose} title={`${t('review.edit')}: ${item.title}`}>
          <p className="desk-quiet">{t('review.edit_note')}</p>
          <Form className="desk-form" noValidate onSubmit={handleSubmit} record={start}>
            <EditFields
              isLight={item.format === 'light'}
              onTyped={(values) => {
                typed.current = values
              }}
            />
            <DialogButtons label={t('review.publish')} onBack={handleClose} problem={problem} />
          </Form>
        </Dialog>
      )}
    </>
  )
}

/** The response names the fields of the body, such as `edits.title`; the form has them without the prefix. */
function fieldErrors(error: unknown): Record<string, unknown> {
  if (!(error instanceof HttpError)) return {}
  const { errors } = (error.body ?? {}) as { errors?: Record<string, unknown> }
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([name, problem]) =>
      name === 'root' ? [] : [[name.replace(/^edits\./, ''), problem]],
    ),
  )
}
