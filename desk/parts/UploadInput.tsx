import { type ChangeEvent, useId } from 'react'
import { useInput, useRecordContext } from 'react-admin'
import { REMOVED } from '../session/dataProvider.ts'
import { texts } from '../texts.ts'

type Props = {
  source: `${string}_upload`
  label: string
  accept: string
  /** Where the record shows what it has at present. */
  current?: string
  mayRemove?: boolean
  isRequired?: boolean
}
const words = texts.uploads
const required = (value: unknown) => (value instanceof File ? undefined : texts.required)

/** A file to be sent when the form is saved; untouched it changes nothing. */
export const UploadInput = ({ source, label, accept, current, mayRemove, isRequired }: Props) => {
  const id = useId()
  const { field, fieldState } = useInput({
    source,
    defaultValue: '',
    validate: isRequired ? required : undefined,
  })
  const value: unknown = field.value
  const has = useCurrent(current)
  const handleChange = (event: ChangeEvent<HTMLInputElement>) =>
    field.onChange(event.target.files?.[0] ?? '')

  return (
    <div className="desk-upload">
      <label htmlFor={id}>{label}</label>
      {has !== undefined && value !== REMOVED && (
        <p>
          {texts.uploads.current}: <Preview address={has} isPicture={accept.startsWith('image/')} />
        </p>
      )}
      <input
        accept={accept}
        aria-describedby={`${id}-note`}
        id={id}
        onChange={handleChange}
        ref={field.ref}
        type="file"
      />
      <p id={`${id}-note`} role={fieldState.error ? 'alert' : undefined}>
        {fieldState.error?.message
          ? texts.required
          : value instanceof File
            ? words.chosen(value.name)
            : value === REMOVED && words.removed}
      </p>
      {mayRemove && has !== undefined && (
        <button onClick={() => field.onChange(value === REMOVED ? '' : REMOVED)} type="button">
          {value === REMOVED ? words.keep : words.remove}
        </button>
      )}
    </div>
  )
}

function useCurrent(source: string | undefined): string | undefined {
  const value: unknown = useRecordContext()?.[source ?? '']
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || !('url' in value)) return undefined
  return String(value.url)
}

const Preview = ({ address, isPicture }: { address: string; isPicture: boolean }) =>
  isPicture ? (
    <img alt="" className="desk-picture" src={address} />
  ) : (
    <a href={address} rel="noopener" target="_blank">
      {address.split('/').pop()}
    </a>
  )

export const PictureInput = ({ label = 'Picture' }: { label?: string }) => (
  <UploadInput
    accept="image/jpeg,image/png"
    current="picture"
    label={label}
    mayRemove
    source="picture_upload"
  />
)
