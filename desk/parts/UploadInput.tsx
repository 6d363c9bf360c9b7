import { useId } from 'react'
import { ValidationError } from 'react-admin'
import type { UploadPurpose } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { FilePick } from './FilePick.tsx'
import { Progress } from './Progress.tsx'
import { type UploadField, useUploadField } from './useUploadField.ts'

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
      {field.isPending && (
        <Progress
          sending={t('uploads.sending', { name })}
          share={field.share}
          working={t('uploads.looking', { name })}
        />
      )}
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
