import { useId, useMemo, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import type { SiteText } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { DialogSelect } from '../parts/Dialog.tsx'
import { fieldId, placeName } from '../parts/kitNames.ts'
import { TEXT_PAGES, type TextPage } from '../parts/kitPlaces.ts'
import { Section } from '../parts/PageParts.tsx'
import { Switch } from '../parts/Switch.tsx'
import { KitTextField } from './Fields.tsx'
import { useKit, useSiteValues } from './kitContext.ts'
import {
  byPlace,
  foundTexts,
  goneTexts,
  TEXT_FILTERS,
  type TextFilter,
  textsIn,
} from './textSearch.ts'

/** Rows that are added at a time. */
const PAGE = 25
const NONE = {}
const PAGE_NAMES = TEXT_PAGES.map((page) => [page, t(`site.texts.pages.${page}`)] as const)

/** Every text of site, emails and feeds by its place, found by the words that people see. */
export const TextsTab = () => {
  const { value, texts, language } = useKit()
  const values = useSiteValues()
  const { term, page, ask } = useQuery()
  const [filter, setFilter] = useState<TextFilter>('all')
  const [count, setCount] = useState(PAGE)
  const id = useId()
  const all = useMemo(() => textsIn(language, [...texts.values()]), [language, texts])
  const found = foundTexts(all, { term, page, filter, overrides: value.texts ?? NONE, values })
  const handleQuery = (query: Query) => {
    ask(query)
    setCount(PAGE)
  }
  return (
    <>
      <div className="desk-fields">
        <label htmlFor={id}>{t('site.texts.search')}</label>
        <input
          aria-describedby={`${id}-note`}
          id={id}
          onChange={(event) => handleQuery({ term: event.target.value, page })}
          type="search"
          value={term}
        />
        <p className="desk-quiet" id={`${id}-note`} style={{ margin: 0 }}>
          {t('site.texts.intro')} {t('site.values')}
        </p>
      </div>
      <div className="desk-fields" style={{ paddingBlock: 12 }}>
        <DialogSelect
          choices={[['', t('site.texts.all_pages')], ...PAGE_NAMES]}
          label={t('site.preview.page')}
          onChange={(chosen) => handleQuery({ term, page: chosen || undefined })}
          value={page ?? ''}
        />
      </div>
      <Switch
        chosen={filter}
        label={t('site.texts.show')}
        nameOf={(one) => t(`site.texts.${one}`)}
        onChoose={setFilter}
        options={TEXT_FILTERS}
      />
      <p role="status">
        <span>{t('site.texts.count', { smart_count: found.length })}</span>
      </p>
      {byPlace(found.slice(0, count)).map(([name, ofPlace]) => (
        <Section key={name} title={name}>
          {ofPlace.map(({ id, text }) => (
            <KitTextField id={id} key={id} label={placeName(`texts.${id}`, text)} />
          ))}
        </Section>
      ))}
      {found.length > count && (
        <ActionButton onClick={() => setCount(count + PAGE)}>
          {t('site.texts.more', { count: Math.min(PAGE, found.length - count) })}
        </ActionButton>
      )}
      <Gone texts={all} />
    </>
  )
}

type Query = { readonly term: string; readonly page: TextPage | undefined }

/**
 * The words of the search, and the page. The address has them too, for Back and for links to one text; it follows a
 * moment later than people type.
 */
function useQuery() {
  const [params, setParams] = useSearchParams()
  const { key } = useLocation()
  const navigation = useNavigationType()
  const [state, setState] = useState({ term: params.get('q') ?? '', key })
  const page = TEXT_PAGES.find((one) => one === params.get('page'))
  // A REPLACE navigation comes from here; any other one, by link or history, brings other words.
  const isOwn = navigation === NavigationType.Replace
  if (state.key !== key) setState({ term: isOwn ? state.term : (params.get('q') ?? ''), key })
  const ask = ({ term, page }: Query) => {
    setState((now) => ({ ...now, term }))
    setParams({ tab: 'texts', ...(term && { q: term }), ...(page && { page }) }, { replace: true })
  }
  return { term: state.term, page, ask }
}

/** Overrides in the shown language whose text a new version has dropped. */
const Gone = ({ texts }: { texts: readonly SiteText[] }) => {
  const { value, setValue, language } = useKit()
  const overrides = value.texts ?? NONE
  const gone = goneTexts(texts, overrides, language)
  if (gone.length === 0) return null
  return (
    <Section note={t('site.texts.gone_note')} title={t('site.texts.gone')}>
      <ul className="desk-lines">
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
      </ul>
    </Section>
  )
}
