import { useId, useState } from 'react'
import { INVITE_LIST_MAX } from '#contract/desk.ts'
import { t } from '../i18n.ts'
import { FilePick } from '../parts/FilePick.tsx'
import { listOf } from './listFile.ts'

type Props = { value: string; disabled: boolean; onList: (text: string) => void }

/** A list as text, pasted or from a file. */
export const ListInput = ({ value, disabled, onList }: Props) => {
  const [problem, setProblem] = useState('')
  const id = useId()
  const handleText = (text: string) => {
    setProblem('')
    onList(text)
  }
  const handleFile = async (file: File) => {
    const text = listOf(new Uint8Array(await file.arrayBuffer()))
    if (text === null) setProblem(t('member_invites.unreadable'))
    else if (text.length > INVITE_LIST_MAX) setProblem(t('member_invites.too_long'))
    else handleText(text)
  }
  return (
    <>
      <fieldset className="desk-upload">
        <legend id={`${id}-legend`}>{t('member_invites.file')}</legend>
        <FilePick
          accept="text/csv,text/plain,.csv,.txt,.tsv"
          disabled={disabled}
          id={id}
          label={t('uploads.choose')}
          onFile={handleFile}
        />
        <p id={`${id}-note`}>{t('member_invites.file_note')}</p>
      </fieldset>
      <div className="desk-fields">
        <p className="desk-problem" role="status">
          {problem}
        </p>
        <label htmlFor={`${id}-list`}>{t('member_invites.list')}</label>
        <textarea
          autoComplete="off"
          id={`${id}-list`}
          maxLength={INVITE_LIST_MAX}
          onChange={({ target }) => handleText(target.value)}
          readOnly={disabled}
          rows={8}
          spellCheck={false}
          value={value}
        />
      </div>
    </>
  )
}
