import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useDataProvider, useNotify, useStore } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import { t } from '../i18n.ts'
import { messageOf } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { BookFiles, type SentFile } from './BookFiles.tsx'
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
    mutationFn: () => desk.call(deskRoutes.site.takeBook, bodyOf(kind, title, files)),
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
