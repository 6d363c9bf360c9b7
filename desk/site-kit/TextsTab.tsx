import { styled } from '@mui/material/styles'
import { useId, useMemo, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import type { SiteText } from '#contract/siteKit.ts'
import { t, textOr } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { fieldName } from '../parts/fieldName.ts'
import { fieldId, placeName } from '../parts/kitNames.ts'
import { Section } from '../parts/Section.tsx'
import { KitTextField } from './Fields.tsx'
import { useKit, useSiteValues } from './kitContext.ts'
import { foundTexts, goneTexts, TEXT_FILTERS, type TextFilter, textsIn } from './textSearch.ts'

/** Rows that are added at a time. */
const PAGE = 25
const NONE = {}

/** Every text of site, emails and feeds, found by the words that people see. */
export const TextsTab = () => {
  const { value, texts, language } = useKit()
  const values = useSiteValues()
  const [term, setTerm] = useTerm()
  const [filter, setFilter] = useState<TextFilter>('all')
  const [count, setCount] = useState(PAGE)
  const id = useId()
  const all = useMemo(() => textsIn(language, [...texts.values()]), [language, texts])
  const found = foundTexts(all, { term, filter, overrides: value.texts ?? NONE, values })
  const handleSearch = (text: string) => {
    setTerm(text)
    setCount(PAGE)
  }
  return (
    <>
      <p className="desk-quiet">{t('site.texts.intro')}</p>
      <p className="desk-quiet">{t('site.values')}</p>
      <div className="desk-fields">
        <label htmlFor={id}>{t('site.texts.search')}</label>
        <input
          id={id}
          onChange={(event) => handleSearch(event.target.value)}
          type="search"
          value={term}
        />
      </div>
      <Filters filter={filter} onChange={setFilter} />
      <p role="status">
        <span>{t('site.texts.count', { smart_count: found.length })}</span>
      </p>
      <Rows>
        {found.slice(0, count).map((text) => (
          <li key={text.id}>
            <Row text={text} />
          </li>
        ))}
      </Rows>
      {found.length > count && (
        <ActionButton onClick={() => setCount(count + PAGE)}>
          {t('site.texts.more', { count: Math.min(PAGE, found.length - count) })}
        </ActionButton>
      )}
      <Gone texts={all} />
    </>
  )
}

/**
 * The words of the search. The address has them too, for Back and for links to one text; it follows a moment later than
 * people type.
 */
function useTerm() {
  const [params, setParams] = useSearchParams()
  const { key } = useLocation()
  const navigation = useNavigationType()
  const [state, setState] = useState({ term: params.get('q') ?? '', key })
  // A REPLACE navigation comes from here; any other one, by link or history, brings other words.
  const isOwn = navigation === NavigationType.Replace
  if (state.key !== key) setState({ term: isOwn ? state.term : (params.get('q') ?? ''), key })
  const setTerm = (term: string) => {
    setState((now) => ({ ...now, term }))
    setParams(term === '' ? { tab: 'texts' } : { tab: 'texts', q: term }, { replace: true })
  }
  return [state.term, setTerm] as const
}

type FilterProps = { filter: TextFilter; onChange: (filter: TextFilter) => void }

const Filters = ({ filter, onChange }: FilterProps) => (
  <fieldset className="desk-switch" style={{ margin: '8px 0' }}>
    <legend>{t('site.texts.show')}</legend>
    {TEXT_FILTERS.map((one) => (
      <button aria-pressed={filter === one} key={one} onClick={() => onChange(one)} type="button">
        {t(`site.texts.${one}`)}
      </button>
    ))}
  </fieldset>
)

/** A new area is named like a field, until it has a text of its own. */
const areaName = (area: string) => textOr(`site.texts.areas.${area}`, fieldName(area))

/** A text is labelled by its default, and says where it is used. */
const Row = ({ text: { id, text, file, area } }: { text: SiteText }) => (
  <KitTextField
    id={id}
    label={placeName(`texts.${id}`, text)}
    note={
      <p>{t('site.texts.in', { file: t(`site.texts.files.${file}`), area: areaName(area) })}</p>
    }
    rows={text.includes('\n') || text.length > 60 ? 2 : undefined}
  />
)

/** Overrides in the shown language whose text a new version has dropped. */
const Gone = ({ texts }: { texts: readonly SiteText[] }) => {
  const { value, setValue, language } = useKit()
  const overrides = value.texts ?? NONE
  const gone = goneTexts(texts, overrides, language)
  if (gone.length === 0) return null
  return (
    <Section note={t('site.texts.gone_note')} title={t('site.texts.gone')}>
      <Rows>
        {gone.map((id) => {
          const { text = '', was = '' } = value.texts?.[id] ?? {}
          return (
            <li id={fieldId(`texts.${id}`)} key={id} tabIndex={-1}>
              <p className="desk-text">{text}</p>
              <p className="desk-quiet">{t('site.was_default', { text: was })}</p>
              <ActionButton onClick={() => setValue(`texts.${id}`, undefined)}>
                {t('site.texts.remove_gone', { text: placeName(`texts.${id}`, was) })}
              </ActionButton>
            </li>
          )
        })}
      </Rows>
    </Section>
  )
}

const Rows = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })
