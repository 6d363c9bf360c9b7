import { styled } from '@mui/material/styles'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useDataProvider, useNotify, useStore } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/fields.ts'
import { BOOK_PAGES_MAX, type KitBook } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { DialogField } from '../parts/Dialog.tsx'
import { FilePick } from '../parts/FilePick.tsx'
import { fieldId } from '../parts/kitNames.ts'
import { INITIATIVE_PARTS } from '../parts/kitTexts.ts'
import { Section } from '../parts/PageParts.tsx'
import { UploadProgress } from '../parts/Progress.tsx'
import { Switch } from '../parts/Switch.tsx'
import { messageOf } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { plainList } from '../theme/shared.ts'
import { KitTexts, PlaceInput, PlaceProblems } from './Fields.tsx'
import { fileUrl, useKit } from './kitContext.ts'

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
const NewBook = () => {
  const { value } = useKit()
  const { kind, title, files, isPending, problem, ...book } = useNewBook()
  return (
    <section>
      <h3>{t('site.book.replace')}</h3>
      <div className="desk-fields">
        <DialogField
          label={t('site.book.title')}
          maxLength={TEXT_MAX}
          note={t('site.book.title_note')}
          onChange={book.setTitle}
          value={title}
        />
      </div>
      <Switch
        chosen={kind}
        label={t('site.book.kind')}
        nameOf={(one) => t(`site.book.from_${one}`)}
        onChoose={book.choose}
        options={KINDS}
      />
      <BookFiles files={files} isPdf={kind === 'pdf'} key={kind} onChange={book.setFiles} />
      <div className="desk-actions">
        <ActionButton disabled={isPending} isPrimary={!value.book} onClick={book.make}>
          {t('site.book.make')}
        </ActionButton>
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
      {isPending && <UploadProgress name={name} share={share} />}
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
          {(['up', 'down'] as const).map((way) => {
            const next = way === 'up' ? index - 1 : index + 1
            return (
              <button
                aria-disabled={files[next] === undefined}
                aria-label={t(`order.${way}`, { name })}
                className="desk-plain"
                key={way}
                onClick={() => swap(index, next)}
                type="button"
              >
                {way === 'up' ? '↑' : '↓'}
              </button>
            )
          })}
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

export const BookTab = () => {
  const { value, state } = useKit()
  const { book } = value
  return (
    <>
      <Section title={t('site.book.file')}>
        {book ? (
          <Present book={book} />
        ) : (
          <p>{t(state.defaults.has_book ? 'site.book.none' : 'site.book.absent')}</p>
        )}
        <PlaceProblems id={fieldId('book')} place="book" />
        <NewBook />
      </Section>
      {book && (
        <Section note={t('site.book.texts_note')} title={t('site.book.texts')}>
          {book.pages.map((page, index) => (
            <PageFields index={index} key={page.key} page={page} />
          ))}
        </Section>
      )}
      <Section note={t('site.book.initiative_note')} title={t('site.book.initiative')}>
        {INITIATIVE_PARTS.map(({ part, texts }) => (
          <section key={part}>
            <h3>{t(`site.texts.sections.${part}`)}</h3>
            <KitTexts texts={texts} />
          </section>
        ))}
      </Section>
    </>
  )
}

const Present = ({ book: { pages } }: { book: KitBook }) => {
  const { setValue, state } = useKit()
  return (
    <>
      <p>{t('site.book.pages', { smart_count: pages.length })}</p>
      <ActionButton onClick={() => setValue('book', undefined)}>
        {t(state.defaults.has_book ? 'site.book.remove' : 'site.book.take_away')}
      </ActionButton>
    </>
  )
}

type Page = KitBook['pages'][number]

const PageFields = ({ page, index }: { page: Page; index: number }) => {
  const { value, setValue } = useKit()
  const number = index + 1
  const change = (part: Partial<Page>) => {
    const { book } = value
    if (book) setValue('book', { ...book, pages: book.pages.with(index, { ...page, ...part }) })
  }
  return (
    <section>
      <h3>{t('site.book.page', { number })}</h3>
      <img alt="" className="desk-picture" loading="lazy" src={fileUrl(page.key)} />
      <PlaceInput
        label={t('site.book.page_title', { number })}
        max={TEXT_MAX}
        onChange={(title) => change({ title })}
        place={`book.pages.${index}.title`}
        text={page.title}
      />
      <PlaceInput
        label={t('site.book.page_text', { number })}
        max={LONG_TEXT_MAX}
        onChange={(text) => change({ text })}
        place={`book.pages.${index}.text`}
        rows={3}
        text={page.text}
      />
    </section>
  )
}
