import { type ChangeEvent, useId } from 'react'
import { useInput, useRecordContext, ValidationError } from 'react-admin'
import type { UploadPurpose } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { REMOVED } from '../session/dataProvider.ts'
import { Progress } from './Progress.tsx'
import { useUpload } from './useUpload.ts'

type Props = {
  source: `${string}_upload`
  label: string
  purpose: UploadPurpose
  /** The field of the record with the URL of its present file. */
  current?: string
  mayRemove?: boolean
  isRequired?: boolean
}
/** The value of the field while the file is being uploaded. */
const SENDING = 'sending'
const ACCEPT: Readonly<Record<UploadPurpose, string | undefined>> = {
  picture: 'image/jpeg,image/png',
  file: undefined,
  video: 'video/mp4',
  webm: 'video/webm',
  captions: '.vtt,text/vtt',
}

/** Uploads a file as soon as it is chosen; saving the form uses it. */
export const UploadInput = ({ source, label, purpose, current, mayRemove, isRequired }: Props) => {
  const id = useId()
  const { field, fieldState } = useInput({
    source,
    defaultValue: '',
    validate: (value: unknown) => {
      if (value === SENDING) return t('uploads.wait')
      return isRequired && !value ? t('ra.validation.required') : undefined
    },
  })
  const { send, forget, share, name, uploaded, problem } = useUpload(purpose)
  const value = String(field.value ?? '')
  const before = useCurrent(current)
  const isUsed = uploaded !== null && value === uploaded.id
  const has = isUsed ? (uploaded.url ?? undefined) : before

  const handleChange = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Emptied, so that the same file can be chosen once more after it was mended.
    target.value = ''
    if (!file) return
    field.onChange(SENDING)
    const upload = await send(file)
    if (upload !== undefined) field.onChange(upload)
  }
  const handleRemove = () => {
    forget()
    field.onChange(value === REMOVED || before === undefined ? '' : REMOVED)
  }
  const refusal =
    problem || (fieldState.error && <ValidationError error={fieldState.error.message ?? ''} />)
  return (
    <fieldset className="desk-upload">
      <legend id={`${id}-legend`}>{label}</legend>
      {has !== undefined && value !== REMOVED && (
        <Preview address={has} isPicture={purpose === 'picture'} label={label} />
      )}
      <label className="desk-pick">
        <span id={`${id}-pick`}>
          {has === undefined ? t('uploads.choose') : t('uploads.other')}
        </span>
        <input
          accept={ACCEPT[purpose]}
          aria-describedby={`${id}-note`}
          aria-labelledby={`${id}-legend ${id}-pick`}
          onChange={handleChange}
          ref={field.ref}
          type="file"
        />
      </label>
      {mayRemove && (before !== undefined || isUsed) && (
        <button className="desk-plain" onClick={handleRemove} type="button">
          {value === REMOVED ? t('uploads.keep') : t('uploads.remove')}
        </button>
      )}
      {share !== null && (
        <Progress
          sending={t('uploads.sending', { name })}
          working={t('uploads.looking', { name })}
          share={share}
        />
      )}
      <p
        className={refusal ? 'desk-problem' : ''}
        id={`${id}-note`}
        role={refusal ? 'alert' : undefined}
      >
        {refusal ||
          (isUsed && t('uploads.sent', { name })) ||
          (value === REMOVED && t('uploads.removed'))}
      </p>
    </fieldset>
  )
}

function useCurrent(source: string | undefined): string | undefined {
  const value: unknown = useRecordContext()?.[source ?? '']
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || !('url' in value)) return undefined
  return String(value.url)
}

type PreviewProps = { address: string; isPicture: boolean; label: string }

const Preview = ({ address, isPicture, label }: PreviewProps) =>
  isPicture ? (
    <img alt="" className="desk-picture" src={address} />
  ) : (
    <p>
      <a href={address} rel="noopener" target="_blank">
        {t('uploads.look', { label })}
      </a>
    </p>
  )

export const PictureInput = () => (
  <UploadInput
    current="picture"
    label={t('fields.picture')}
    mayRemove
    purpose="picture"
    source="picture_upload"
  />
)
