import { useMediaQuery } from '@mui/material'
import { styled } from '@mui/material/styles'
import { type ComponentType, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { t } from '../i18n.ts'
import { TABS, type Tab } from '../parts/kitNames.ts'
import { TabStrip } from '../parts/TabStrip.tsx'
import { BookTab } from './BookTab.tsx'
import { ColoursTab } from './ColoursTab.tsx'
import { Conflict } from './Conflict.tsx'
import { FrameTab } from './FrameTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { HomeTab } from './HomeTab.tsx'
import { useKit } from './kitContext.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { LegalTab } from './LegalTab.tsx'
import { PagesTab } from './PagesTab.tsx'
import { Preview } from './Preview.tsx'
import { PAGE_OF_SLOT, PAGE_OF_TAB, type ShownPage } from './previewPages.ts'
import { SaveBar } from './SaveBar.tsx'
import { TextsTab } from './TextsTab.tsx'

const CONTENTS: Readonly<Record<Exclude<Tab, 'pages'>, ComponentType>> = {
  home: HomeTab,
  frame: FrameTab,
  colours: ColoursTab,
  book: BookTab,
  legal: LegalTab,
  texts: TextsTab,
  history: HistoryTab,
}

/** Tabs that show texts of one language. */
const WITH_TEXTS: ReadonlySet<Tab> = new Set(['home', 'frame', 'book', 'legal', 'texts'])

/** The width from which on the form has room for the site beside it. */
const WIDE = '(min-width: 1200px)'

/** The form with the site beside it; narrow windows show the site on demand, above the form. */
export const Editor = () => {
  const { isLocked } = useKit()
  const isWide = useMediaQuery(WIDE, { noSsr: true })
  const [params] = useSearchParams()
  const [isShown, setIsShown] = useState(false)
  const tab = TABS.find((name) => name === params.get('tab')) ?? 'home'
  // The page that the tab is about, until another one is chosen.
  const [chosen, setChosen] = useState<{ tab: Tab; page: ShownPage } | null>(null)
  const page = chosen?.tab === tab ? chosen.page : PAGE_OF_TAB[tab]
  const choose = (next: ShownPage) => setChosen({ tab, page: next })
  const Content = tab === 'pages' ? null : CONTENTS[tab]
  const preview = <Preview fills={isWide} onChoose={choose} page={page} />
  return (
    <div className="desk-card">
      <Tabs open={tab} />
      {isLocked && <p>{t('site.folder')}</p>}
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
          {Content ? <Content /> : <PagesTab onVisit={(slot) => choose(PAGE_OF_SLOT[slot])} />}
        </div>
        {isWide && <aside aria-label={t('site.preview.label')}>{preview}</aside>}
      </Columns>
      {!isLocked && <SaveBar />}
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

/** The bar of the desk, its gap, and the bar that saves. */
const BARS = 48 + 32 + 64

const Columns = styled('div')({
  margin: '16px 0',
  '& h3': { margin: '16px 0 8px' },
  '& p': { overflowWrap: 'anywhere' },
  [`@media ${WIDE}`]: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: 32,
    alignItems: 'start',
    '& > aside': { position: 'sticky', top: 64, height: `calc(100dvh - ${BARS}px)` },
  },
})
