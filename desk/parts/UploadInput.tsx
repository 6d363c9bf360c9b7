import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useDataProvider, useInput, useRecordContext, ValidationError } from 'react-admin'
import type { UploadPurpose } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { type DeskDataProvider, REMOVED } from '../session/dataProvider.ts'
import { FilePick } from './FilePick.tsx'
import { UploadProgress } from './Progress.tsx'
import { messageOf } from './useAction.ts'

/** The value of the field while the file is being uploaded; then it is the id of the upload. */
const SENDING = 'sending'

type UploadField = {
  source: `${string}_upload`
  purpose: UploadPurpose
  /** The field of the record with the URL of its present file. */
  current?: string
  /** A new record needs a file; an existing one has one already. */
  isRequired?: boolean
}

/** A form field that uploads a file as soon as it is chosen; a later choice replaces one that is still being uploaded. */
function useUploadField({ source, purpose, current, isRequired }: UploadField) {
  const desk = useDataProvider<DeskDataProvider>()
  const record = useRecordContext()
  const { field, fieldState } = useInput({
    source,
    defaultValue: '',
    validate: (value: unknown) => {
      if (value === SENDING) return t('uploads.wait')
      return isRequired && record?.id === undefined && !value
        ? t('ra.validation.required')
        : undefined
    },
  })
  const [share, setShare] = useState(0)
  const latest = useRef<File>(null)
  const { mutate, reset, isPending, variables, data, error } = useMutation({
    mutationFn: (file: File) => {
      latest.current = file
      setShare(0)
      return desk.upload(purpose, file, (sent) => latest.current === file && setShare(sent))
    },
    // `always`: without a connection the upload fails at once instead of waiting for one.
    networkMode: 'always',
  })
  const present = urlOf(record?.[current ?? ''])
  const isUsed = data !== undefined && field.value === data.id
  const isRemoved = field.value === REMOVED
  return {
    inputRef: field.ref,
    name: variables?.name ?? '',
    isPending,
    /** Share of the file that has been sent, from 0 to 1. */
    share,
    /** URL of the file that the record has after it is saved. */
    url: isUsed ? (data.url ?? undefined) : present,
    /** Saving uses the upload. */
    isUsed,
    /** Saving removes the present file. */
    isRemoved,
    hasFile: isUsed || present !== undefined,
    problem: error ? messageOf(error) : fieldState.error?.message,
    upload: (file: File) => {
      field.onChange(SENDING)
      mutate(file, {
        onSuccess: (upload) => field.onChange(upload.id),
        onError: () => field.onChange(''),
      })
    },
    /** Toggles between removing the present file and keeping it. */
    toggleRemoved: () => {
      reset()
      field.onChange(isRemoved || present === undefined ? '' : REMOVED)
    },
  }
}

/** The value of a field with a file is its URL, of one with a picture an object with the URL. */
function urlOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value && 'url' in value ? String(value.url) : undefined
}

type Props = UploadField & { label: string; mayRemove?: boolean }

const ACCEPT: Readonly<Partial<Record<UploadPurpose, string>>> = {
  picture: 'image/jpeg,image/png',
  video: 'video/mp4',
  webm: 'video/webm',
  captions: '.vtt,text/vtt',
}

export const UploadInput = ({ label, mayRemove, ...input }: Props) => {
  const id = useId()
  const field = useUploadField(input)
  const { name, url, isUsed, isRemoved, problem } = field
  return (
    <fieldset className="desk-upload">
      <legend id={`${id}-legend`}>{label}</legend>
      {url !== undefined && !isRemoved && (
        <Preview isPicture={input.purpose === 'picture'} label={label} url={url} />
      )}
      <FilePick
        accept={ACCEPT[input.purpose]}
        id={id}
        inputRef={field.inputRef}
        label={url === undefined ? t('uploads.choose') : t('uploads.other')}
        onFile={field.upload}
      />
      {mayRemove && field.hasFile && (
        <button className="desk-plain" onClick={field.toggleRemoved} type="button">
          {isRemoved ? t('uploads.keep') : t('uploads.remove')}
        </button>
      )}
      {field.isPending && <UploadProgress name={name} share={field.share} />}
      <p className={problem && 'desk-problem'} id={`${id}-note`} role={problem && 'alert'}>
        {problem && <ValidationError error={problem} />}
        {!problem && isUsed && <span>{t('uploads.sent', { name })}</span>}
        {!problem && isRemoved && <span>{t('uploads.removed')}</span>}
      </p>
    </fieldset>
  )
}

type PreviewProps = { url: string; isPicture: boolean; label: string }

const Preview = ({ url, isPicture, label }: PreviewProps) =>
  isPicture ? (
    <img alt="" className="desk-picture" src={url} />
  ) : (
    <p>
      <a href={url} rel="noopener" target="_blank">
        {t('uploads.look', { label })}
      </a>
    </p>
  )

export const PictureInput = () => (
  <UploadInput
    current="picture"
    label={t('fields.picture_upload')}
    mayRemove
    purpose="picture"
    source="picture_upload"
  />
)
