import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/fields.ts'
import type { KitBook } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { fieldId } from '../parts/kitNames.ts'
import { INITIATIVE_PARTS } from '../parts/kitTexts.ts'
import { Section } from '../parts/Section.tsx'
import { KitTexts, PlaceInput, PlaceProblems } from './Fields.tsx'
import { fileUrl, useKit } from './kitContext.ts'
import { NewBook } from './NewBook.tsx'

/** The initiative page: its book and its texts. */
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
        {INITIATIVE_PARTS.map(({ part, texts }, number) => (
          <section key={part}>
            <h3>
              <PartTitle number={number} part={part} />
            </h3>
            <KitTexts texts={texts} />
          </section>
        ))}
      </Section>
    </>
  )
}

/** A section of the page is known by its title, or by its number where it has none. */
const PartTitle = ({ part, number }: { part: string; number: number }) => {
  const { texts, language, value } = useKit()
  const original = texts.get(`${language}/${part}`)
  if (!original) return <span>{t('site.initiative.top')}</span>
  const own = value.texts?.[original.id]?.text ?? original.text
  return <span>{own || t('site.initiative.section', { number })}</span>
}

const Present = ({ book: { pages } }: { book: KitBook }) => {
  const { setValue, state } = useKit()
  return (
    <>
      <p>{t('site.book.pages', { smart_count: pages.length })}</p>
      <button className="desk-plain" onClick={() => setValue('book', undefined)} type="button">
        {t(state.defaults.has_book ? 'site.book.remove' : 'site.book.take_away')}
      </button>
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
