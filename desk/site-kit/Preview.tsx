import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { useStore } from 'react-admin'
import type { Theme } from '#contract/colours.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { LANGUAGE_PARAM } from '#contract/lists.ts'
import { KIT } from '#contract/pages.ts'
import type { PictureSlot } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import type { Tab } from '../parts/kitNames.ts'
import { THEMES } from '../parts/kitValues.ts'
import { PageFrame } from '../parts/PageFrame.tsx'
import { messageOf } from '../parts/useAction.ts'
import { useResponse } from '../parts/useResponse.ts'
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

export const PAGE_OF_TAB: Readonly<Record<Tab, ShownPage>> = {
  home: 'landing',
  frame: 'landing',
  colours: 'landing',
  pages: 'landing',
  book: 'initiative',
  legal: 'legal',
  texts: 'landing',
  history: 'landing',
}

/** The page that shows a picture; members alone see the dashboard, so that visitors get the login. */
export const PAGE_OF_SLOT: Readonly<Record<PictureSlot, ShownPage>> = {
  'hero-landing': 'landing',
  'hero-initiative': 'initiative',
  'hero-news': 'news',
  'hero-downloads': 'downloads',
  'hero-rules': 'rules',
  'hero-world': 'world',
  'hero-dashboard': 'login',
  'hero-auth': 'login',
  'default-news': 'news',
  'default-event': 'news',
  'default-glossary': 'world',
  'default-rule': 'rules',
  'plate-1': 'landing',
  'plate-2': 'landing',
  'plate-3': 'landing',
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
        <PageChoice onChoose={onChoose} page={page} />
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

const PageChoice = ({ page, onChoose }: Pick<Props, 'page' | 'onChoose'>) => {
  const id = useId()
  return (
    <span className="desk-select">
      <label htmlFor={id}>{t('site.preview.page')}</label>
      <select id={id} onChange={(event) => onChoose(event.target.value as ShownPage)} value={page}>
        {PAGES.map((one) => (
          <option key={one} value={one}>
            {t(`site.preview.pages.${one}`)}
          </option>
        ))}
      </select>
    </span>
  )
}

type SwitchProps<Option> = {
  label: string
  options: readonly Option[]
  chosen: Option
  nameOf: (option: Option) => string
  onChoose: (option: Option) => void
}

const Switch = <Option extends string | number>(props: SwitchProps<Option>) => (
  <fieldset className="desk-switch">
    <Legend>{props.label}</Legend>
    {props.options.map((one) => (
      <button
        aria-pressed={props.chosen === one}
        key={one}
        onClick={() => props.onChoose(one)}
        type="button"
      >
        {props.nameOf(one)}
      </button>
    ))}
  </fieldset>
)

/** The buttons say enough for eyes. */
const Legend = styled('legend')({
  '&&': {
    position: 'absolute',
    width: 1,
    height: 1,
    padding: 0,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
})

const Stage = styled('section')({
  '& > p': { margin: '8px 0' },
  '& .desk-select': { flexDirection: 'row', alignItems: 'center' },
  '& .desk-switch button': { padding: '4px 10px' },
  '&[data-fills="true"]': {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    '& > :last-child': { flex: '1 1 0' },
  },
})
