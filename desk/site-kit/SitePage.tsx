import { useMediaQuery } from '@mui/material'
import { styled } from '@mui/material/styles'
import { type ComponentType, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Title, useDataProvider, useNotify } from 'react-admin'
import { Link, useLocation, useSearchParams } from 'react-router'
import { deskCalls } from '#contract/deskCalls.ts'
import { KIT_STATES_MAX, type SiteKit, type SiteState, type SiteText } from '#contract/siteKit.ts'
import { resourceName, t } from '../i18n.ts'
import { ActionButton, ConfirmButton } from '../parts/ActionButton.tsx'
import { languageOf, placeIn, summaryOf, TABS, type Tab } from '../parts/kitNames.ts'
import { differencesOf } from '../parts/kitValues.ts'
import type { Screens } from '../parts/screens.tsx'
import { TabStrip } from '../parts/TabStrip.tsx'
import { momentOf } from '../parts/times.ts'
import { messageOf, useResponse } from '../parts/useAction.ts'
import { useUnloadWarning } from '../parts/useUnloadWarning.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { besidePage, WIDE } from '../theme/shared.ts'
import { BookTab } from './BookTab.tsx'
import { ColoursTab } from './ColoursTab.tsx'
import {
  FrameTab,
  HomeTab,
  LanguageChoice,
  LegalTab,
  PagesTab,
  type PartProps,
} from './ContentTabs.tsx'
import { makeDraft } from './draft.ts'
import { KitContext, useKit, useTyped } from './kitContext.ts'
import { Preview, pageOfTab, pageWith, type ShownPage } from './Preview.tsx'
import { Conflict, isKitChanged, SaveBar } from './SaveBar.tsx'
import { TextsTab } from './TextsTab.tsx'

type State = SiteState['states'][number]

/** What the site was before; any of it can be loaded into the draft. */
const HistoryTab = () => {
  const { states } = useKit().state
  if (states.length === 0) return <p>{t('site.history.empty')}</p>
  return (
    <>
      <p className="desk-quiet">{t('site.history.intro', { max: KIT_STATES_MAX })}</p>
      <ol className="desk-lines">
        {states.map((state, index) => (
          <li key={state.id}>
            <Row before={states[index + 1]} isCurrent={index === 0} state={state} />
          </li>
        ))}
      </ol>
    </>
  )
}

type RowProps = { state: State; before: State | undefined; isCurrent: boolean }

const Row = ({ state, before, isCurrent }: RowProps) => {
  const at = momentOf(state.made_at)
  return (
    <div style={{ flex: 1 }}>
      <p>
        <strong>{t('site.history.by', { name: makerOf(state), at })}</strong>
        {isCurrent && <span className="desk-quiet"> · {t('site.history.current')}</span>}
        {state.source === 'draft' && (
          <span className="desk-quiet"> · {t('site.history.draft')}</span>
        )}
      </p>
      <p>{summaryOfState(state, before)}</p>
      {!isCurrent && <GoBack value={state.value} />}
    </div>
  )
}

const makerOf = ({ made_by, source }: State): string =>
  made_by ?? t(`site.history.makers.${source}`)

/** The first state of all has the defaults before it; the oldest one that is kept may have had another one. */
function summaryOfState({ id, value }: State, before: State | undefined): string {
  if (before === undefined && id > KIT_STATES_MAX) return t('site.history.oldest')
  if (Object.keys(value).length === 0 && before !== undefined) return t('site.history.all_default')
  return summaryOf(differencesOf(before?.value ?? {}, value))
}

const GoBack = ({ value }: { value: SiteKit }) => {
  const { draft } = useKit()
  const { forgetAll } = useTyped()
  const notify = useNotify()
  const handleConfirm = async () => {
    forgetAll()
    draft.change(() => value)
    notify(t('site.history.done'), { type: 'info' })
    return ''
  }
  return (
    <ConfirmButton
      label={t('site.history.go_back')}
      onConfirm={handleConfirm}
      text={t('site.history.ask_text')}
      title={t('site.history.ask')}
    />
  )
}

const SitePage = () => {
  const { data: state, error, refetch } = useResponse(deskCalls.site.get, {})
  const { data: texts, error: other } = useResponse(deskCalls.site.texts, {})
  const problem = error ?? other
  if (state && texts) return <Opened state={state} texts={texts} />
  return (
    <div className="desk-card">
      <Title title={resourceName('site')} />
      {problem ? (
        <>
          <p className="desk-problem" role="alert">
            {messageOf(problem)}
          </p>
          <ActionButton onClick={() => refetch()}>{t('site.again')}</ActionButton>
        </>
      ) : (
        <p role="status">{t('site.loading')}</p>
      )}
    </div>
  )
}

type Props = { state: SiteState; texts: readonly SiteText[] }

const Opened = ({ state, texts }: Props) => {
  const draft = useOpenDraft(state)
  const current = useSyncExternalStore(draft.subscribe, draft.get)
  const typed = useTyped()
  const byId = useMemo(() => new Map(texts.map((text) => [text.id, text])), [texts])
  const languages = useMemo(() => [...new Set(texts.map(languageIn))], [texts])
  const { language, setLanguage } = useShownLanguage(languages)
  useUnloadWarning(!['clean', 'saved'].includes(current.status))
  useFocusedField()
  const kit = {
    state,
    draft,
    current,
    texts: byId,
    problems: [...typed.problems, ...current.problems],
    languages,
    language,
    setLanguage,
  }
  return (
    <KitContext value={kit}>
      <Title title={resourceName('site')} />
      <Editor />
    </KitContext>
  )
}

/** The texts come language by language, those of the main one first. */
const languageIn = ({ id }: SiteText): string => id.split('/', 1)[0] ?? ''

/** The main language, until another one is chosen, or a link leads to a text in it. */
function useShownLanguage(languages: readonly string[]) {
  const { key, hash } = useLocation()
  const [main = ''] = languages
  const linked = languages.find((one) => one === languageOf(placeIn(hash)))
  const [shown, setShown] = useState({ language: linked ?? main, key })
  if (shown.key !== key) setShown({ language: linked ?? shown.language, key })
  const setLanguage = (language: string) => setShown({ language, key })
  return { language: shown.language, setLanguage }
}

/** The draft of this page, which follows what others change for as long as it has no changes of its own. */
function useOpenDraft(state: SiteState) {
  const desk = useDataProvider<DeskDataProvider>()
  const [draft] = useState(() =>
    makeDraft(state, {
      put: (value, { id, at }) =>
        desk.call(deskCalls.site.saveDraft, { base_id: id, draft_at: at, value }),
      isConflict: isKitChanged,
      messageOf,
    }),
  )
  // A request may have failed because the session was over: it is sent again, too.
  useEffect(() => draft.follow(state), [draft, state])
  useEffect(() => {
    const handleHide = () => void draft.flush()
    window.addEventListener('pagehide', handleHide)
    return () => {
      window.removeEventListener('pagehide', handleHide)
      handleHide()
    }
  }, [draft])
  return draft
}

function useFocusedField(): void {
  const location = useLocation()
  useEffect(() => {
    if (location.hash !== '')
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.focus()
  }, [location])
}

export const site: Screens = { list: SitePage }

const CONTENTS: Readonly<Record<Tab, ComponentType<PartProps>>> = {
  home: HomeTab,
  frame: FrameTab,
  colours: ColoursTab,
  pages: PagesTab,
  book: BookTab,
  legal: LegalTab,
  texts: TextsTab,
  history: HistoryTab,
}

const WITH_TEXTS: ReadonlySet<Tab> = new Set(['home', 'frame', 'book', 'legal', 'texts'])

/** The form with the site beside it; narrow windows show the site on demand, above the form. */
const Editor = () => {
  const isWide = useMediaQuery(WIDE, { noSsr: true })
  const [params] = useSearchParams()
  const [isShown, setIsShown] = useState(false)
  const tab = TABS.find((name) => name === params.get('tab')) ?? 'home'
  // The page that the tab is about, until another one is chosen.
  const [chosen, setChosen] = useState<{ tab: Tab; page: ShownPage } | null>(null)
  const page = chosen?.tab === tab ? chosen.page : pageOfTab(tab)
  const choose = (next: ShownPage) => setChosen({ tab, page: next })
  const Content = CONTENTS[tab]
  const preview = <Preview fills={isWide} onChoose={choose} page={page} />
  return (
    <div className="desk-card">
      <Tabs open={tab} />
      <Conflict />
      {!isWide && (
        <button
          aria-expanded={isShown}
          className="desk-plain"
          onClick={() => setIsShown(!isShown)}
          style={{ marginTop: 8 }}
          type="button"
        >
          {t(isShown ? 'site.preview.hide' : 'site.preview.show')}
        </button>
      )}
      <Columns>
        {!isWide && isShown && <aside aria-label={t('site.preview.label')}>{preview}</aside>}
        <div>
          {WITH_TEXTS.has(tab) && <LanguageChoice />}
          <Content onVisit={(name) => choose(pageWith(name))} />
        </div>
        {isWide && <aside aria-label={t('site.preview.label')}>{preview}</aside>}
      </Columns>
      <SaveBar />
    </div>
  )
}

const Tabs = ({ open }: { open: Tab }) => (
  <TabStrip aria-label={t('site.sections')}>
    {TABS.map((name) => (
      <Link
        aria-current={name === open ? 'page' : undefined}
        className={name === open ? 'active' : undefined}
        key={name}
        to={{ search: name === 'home' ? '' : `?tab=${name}` }}
      >
        {t(`site.tabs.${name}`)}
      </Link>
    ))}
  </TabStrip>
)

const Columns = styled('div')({
  margin: '16px 0',
  '& h3': { margin: '16px 0 8px' },
  '& p': { overflowWrap: 'anywhere' },
  ...besidePage,
})
