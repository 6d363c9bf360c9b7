import { styled } from '@mui/material/styles'
import { useStore } from 'react-admin'
import type { Theme } from '#contract/colours.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { LANGUAGE_PARAM } from '#contract/lists.ts'
import { KIT } from '#contract/pages.ts'
import type { PictureSlot, SitePart } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { DialogSelect } from '../parts/Dialog.tsx'
import type { Tab } from '../parts/kitNames.ts'
import { THEMES } from '../parts/kitValues.ts'
import { PageFrame } from '../parts/PageFrame.tsx'
import { Switch } from '../parts/Switch.tsx'
import { messageOf, useResponse } from '../parts/useAction.ts'
import { useKit } from './kitContext.ts'

const PREVIEW_PAGES = {
  landing: '/discordia/',
  initiative: '/discordia/rpg-initiative',
  news: '/discordia/news&events/',
  downloads: '/discordia/downloads',
  rules: '/discordia/rules',
  world: '/discordia/world',
  login: '/auth/login',
  register: '/auth/register',
  legal: '/legal.html',
} as const
export type ShownPage = keyof typeof PREVIEW_PAGES

export const pageOfTab = (tab: Tab): ShownPage =>
  tab === 'book' ? 'initiative' : tab === 'legal' ? 'legal' : 'landing'

/** Pages that show what isn't named after one; members alone see the dashboard, so that visitors get the login. */
const SHOWN_ON: Readonly<Partial<Record<string, ShownPage>>> = {
  videos: 'rules',
  rule: 'rules',
  event: 'news',
  glossary: 'world',
  dashboard: 'login',
  auth: 'login',
}

/** The page that shows a picture, or a part. */
export function pageWith(name: PictureSlot | SitePart): ShownPage {
  const what = name.replace(/^(hero|default)-/, '')
  // The landing page shows the latest news.
  return (name !== 'news' && PAGES.find((page) => page === what)) || (SHOWN_ON[what] ?? 'landing')
}

/** Viewports by their widths, with their heights. */
const HEIGHTS = { 360: 740, 768: 1024, 1280: 800 } as const
type Width = keyof typeof HEIGHTS
const WIDTHS = [360, 768, 1280] as const satisfies readonly Width[]

const PAGES = Object.keys(PREVIEW_PAGES) as ShownPage[]

type Props = { page: ShownPage; onChoose: (page: ShownPage) => void; fills: boolean }

/** The real site with the draft, in a frame. It is loaded again after each change of the draft. */
export const Preview = ({ page, onChoose, fills }: Props) => {
  const { current, languages, language } = useKit()
  const [width, setWidth] = useStore<Width>('desk.siteWidth', fills ? 1280 : 360)
  const [theme, setTheme] = useStore<Theme>('desk.siteTheme', 'light')
  const { data: link, error } = useResponse(
    deskCalls.site.previewLink,
    {},
    { gcTime: 0, refetchOnWindowFocus: false, refetchOnMount: false },
  )
  const ofLanguage = languages.length > 1 ? `&${LANGUAGE_PARAM}=${language}` : ''
  const names = { page: t(`site.preview.pages.${page}`), theme: t(`site.themes.${theme}`) }
  return (
    <Stage data-fills={fills}>
      <div className="desk-actions">
        <span className="desk-select">
          <DialogSelect
            choices={PAGES.map((one) => [one, t(`site.preview.pages.${one}`)])}
            label={t('site.preview.page')}
            onChange={onChoose}
            value={page}
          />
        </span>
        <Switch
          chosen={width}
          label={t('site.preview.width')}
          nameOf={(one) => t('site.preview.pixels', { width: one })}
          onChoose={setWidth}
          options={WIDTHS}
        />
        <Switch
          chosen={theme}
          label={t('site.preview.theme')}
          nameOf={(one) => t(`site.themes.${one}`)}
          onChoose={setTheme}
          options={THEMES}
        />
      </div>
      <p className="desk-quiet">{t('site.preview.note')}</p>
      {link ? (
        <PageFrame
          // Pages of another origin that follow the system's theme follow that of their frame.
          colorScheme={theme}
          fills={fills}
          height={HEIGHTS[width]}
          link={`${link.origin}${PREVIEW_PAGES[page]}?${KIT}=${link.token}${ofLanguage}`}
          title={t('site.preview.frame', { ...names, width })}
          version={current.version}
          width={width}
        />
      ) : (
        <p role="status">{error ? messageOf(error) : t('site.preview.loading')}</p>
      )}
    </Stage>
  )
}

const Stage = styled('section')({
  '& > p': { margin: '8px 0' },
  '& .desk-select': { flexDirection: 'row', alignItems: 'center' },
  '& .desk-switch button': { padding: '4px 10px' },
  // The buttons say enough for eyes.
  '& .desk-switch legend': { position: 'absolute', width: 1, height: 1, clipPath: 'inset(50%)' },
  '&[data-fills="true"]': {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    '& > :last-child': { flex: '1 1 0' },
  },
})
