import { styled } from '@mui/material/styles'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useDataProvider, useNotify, useStore } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import { BOOK_PAGES_MAX } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { FilePick } from '../parts/FilePick.tsx'
import { Progress } from '../parts/Progress.tsx'
import { messageOf } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { plainList } from '../theme/shared.ts'
import { useKit } from './kitContext.ts'

const KINDS = ['pdf', 'pages'] as const
type Kind = (typeof KINDS)[number]

/** What is chosen for a book, and the call that makes it. */
function useNewBook() {
  const { setValue, texts, languages } = useKit()
  const [kind, setKind] = useState<Kind>('pdf')
  const [title, setTitle] = useStore(
    'desk.siteBookTitle',
    texts.get(`${languages[0]}/translation/initiative.book`)?.text ?? '',
  )
  const [files, setFiles] = useState<readonly SentFile[]>([])
  const [missing, setMissing] = useState('')
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => desk.call(deskCalls.site.takeBook, bodyOf(kind, title, files)),
    onSuccess: (book) => {
      setValue('book', book)
      setFiles([])
      notify(t('site.book.made'), { type: 'success' })
    },
    networkMode: 'always',
  })
  return {
    kind,
    title,
    files,
    isPending,
    setTitle,
    setFiles,
    problem: missing || (error ? messageOf(error) : ''),
    choose: (chosen: Kind) => {
      setKind(chosen)
      setFiles([])
    },
    make: () => {
      const gap = title.trim() === '' ? 'title_missing' : files.length === 0 ? 'file_missing' : ''
      setMissing(gap && t(`site.book.${gap}`))
      if (gap === '' && !isPending) mutate()
    },
  }
}

/** Makes a book of a PDF, or of images of its pages. */
export const NewBook = () => {
  const { value } = useKit()
  const { kind, title, files, isPending, problem, ...book } = useNewBook()
  const id = useId()
  return (
    <section>
      <h3>{t('site.book.replace')}</h3>
      <div className="desk-fields">
        <label htmlFor={`${id}-title`}>{t('site.book.title')}</label>
        <input
          aria-describedby={`${id}-note`}
          id={`${id}-title`}
          maxLength={TEXT_MAX}
          onChange={(event) => book.setTitle(event.target.value)}
          value={title}
        />
        <p className="desk-quiet" id={`${id}-note`}>
          {t('site.book.title_note')}
        </p>
      </div>
      <fieldset className="desk-switch">
        <legend>{t('site.book.kind')}</legend>
        {KINDS.map((one) => (
          <button
            aria-pressed={kind === one}
            key={one}
            onClick={() => book.choose(one)}
            type="button"
          >
            {t(`site.book.from_${one}`)}
          </button>
        ))}
      </fieldset>
      <BookFiles files={files} isPdf={kind === 'pdf'} key={kind} onChange={book.setFiles} />
      <div className="desk-actions">
        <button
          aria-disabled={isPending}
          className={value.book ? 'desk-plain' : 'desk-primary'}
          onClick={book.make}
          type="button"
        >
          {t('site.book.make')}
        </button>
        <span role="status">{isPending && <span>{t('site.book.making')}</span>}</span>
      </div>
      <p className="desk-problem" role="alert">
        {problem}
      </p>
    </section>
  )
}

function bodyOf(kind: Kind, title: string, files: readonly SentFile[]) {
  const [first] = files
  return kind === 'pdf'
    ? { pdf: first?.id ?? '', title }
    : { pages: files.map((file) => file.id), title }
}

/** A file that the server has, by the id of its upload. */
type SentFile = { readonly id: string; readonly name: string }
type Change = (files: readonly SentFile[]) => readonly SentFile[]
type Props = { isPdf: boolean; files: readonly SentFile[]; onChange: (change: Change) => void }

/** A PDF, or page images in the order of the book. */
const BookFiles = ({ isPdf, files, onChange }: Props) => {
  const desk = useDataProvider<DeskDataProvider>()
  const [share, setShare] = useState(0)
  const id = useId()
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (file: File) => {
      setShare(0)
      return desk.upload('file', file, setShare)
    },
    onSuccess: ({ id: sent, name }) => {
      const file = { id: sent, name }
      onChange((all) => (isPdf ? [file] : [...all, file]))
    },
    networkMode: 'always',
    // One after the other, in the order in which they were chosen.
    scope: { id },
  })
  const isFull = !isPdf && files.length > BOOK_PAGES_MAX
  const name = variables?.name ?? ''
  const problem = error
    ? messageOf(error)
    : isFull
      ? t('site.book.too_many', { max: BOOK_PAGES_MAX })
      : ''
  return (
    <fieldset className="desk-upload">
      <legend id={`${id}-legend`}>{t(isPdf ? 'site.book.pdf' : 'site.book.images')}</legend>
      <FilePick
        accept={isPdf ? 'application/pdf,.pdf' : 'image/jpeg,image/png,image/webp'}
        disabled={isPending}
        id={id}
        isMultiple={!isPdf}
        label={t('uploads.choose')}
        onFile={(file) => mutate(file)}
      />
      {isPending && (
        <Progress
          sending={t('uploads.sending', { name })}
          share={share}
          working={t('uploads.looking', { name })}
        />
      )}
      <p className={problem && 'desk-problem'} id={`${id}-note`} role={problem && 'alert'}>
        {problem || (isPdf ? files[0]?.name : '')}
      </p>
      {!isPdf && files.length > 0 && <Order files={files} onChange={onChange} />}
    </fieldset>
  )
}

const Order = ({ files, onChange }: Pick<Props, 'files' | 'onChange'>) => {
  const swap = (from: number, to: number) =>
    onChange((all) => {
      const [one, other] = [all[from], all[to]]
      return one && other ? all.with(from, other).with(to, one) : all
    })
  return (
    <List aria-label={t('site.book.order')}>
      {files.map(({ id, name }, index) => (
        <li key={id}>
          <span>{`${index + 1}. ${name}`}</span>
          <button
            aria-disabled={index === 0}
            aria-label={t('order.up', { name })}
            className="desk-plain"
            onClick={() => swap(index, index - 1)}
            type="button"
          >
            ↑
          </button>
          <button
            aria-disabled={index === files.length - 1}
            aria-label={t('order.down', { name })}
            className="desk-plain"
            onClick={() => swap(index, index + 1)}
            type="button"
          >
            ↓
          </button>
          <button
            aria-label={t('site.book.drop', { name })}
            className="desk-plain"
            onClick={() => onChange((all) => all.filter((file) => file.id !== id))}
            type="button"
          >
            ×
          </button>
        </li>
      ))}
    </List>
  )
}

const List = styled('ol')({
  ...plainList,
  '& li': { display: 'flex', gap: 4, alignItems: 'center', padding: '4px 0' },
  '& li > span': { flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' },
})
