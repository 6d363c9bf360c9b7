import { styled } from '@mui/material/styles'
import { EditButton, TopToolbar, useRecordContext, useStore } from 'react-admin'
import type { DeskContent } from '#contract/content.ts'
import { PREVIEW_MINUTES } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { t } from '../i18n.ts'
import { DeskShow } from '../parts/DeskPages.tsx'
import { PageFrame } from '../parts/PageFrame.tsx'
import { messageOf } from '../parts/useAction.ts'
import { useResponse } from '../parts/useResponse.ts'

/** Viewport of the page in pixels. */
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } } as const
type Size = keyof typeof SIZES

type PreviewProps = {
  /** The preview has the height of the box around it. */
  fills?: boolean
}

/** The site's own page in a frame. */
const Preview = ({ fills = false }: PreviewProps) => {
  const content = useRecordContext<DeskContent>()
  const [size, setSize] = useStore<Size>(
    fills ? 'desk.panelSize' : 'desk.previewSize',
    fills ? 'phone' : 'desktop',
  )
  const { data: link, error } = useResponse(
    deskCalls.contents.previewLink,
    { id: content?.id ?? 0 },
    // Another URL would reload the frame.
    { enabled: content !== undefined, gcTime: 0, refetchOnWindowFocus: false },
    content?.updated_at,
  )
  if (!content || !link)
    return <p role="status">{error ? messageOf(error) : t('contents.loading')}</p>
  return (
    <Stage data-fills={fills}>
      <p className="desk-quiet">{t(fills ? 'contents.saved_note' : 'contents.note')}</p>
      <div className="desk-actions">
        <fieldset className="desk-switch">
          <legend>{t('contents.sizes')}</legend>
          {(['phone', 'desktop'] as const).map((one) => (
            <button
              aria-pressed={size === one}
              key={one}
              onClick={() => setSize(one)}
              type="button"
            >
              {t(`contents.${one}`)}
            </button>
          ))}
        </fieldset>
        <a className="desk-plain" href={link.url} rel="noreferrer" target="_blank">
          {t('contents.new_tab')}
        </a>
        <span className="desk-quiet">
          {t('contents.new_tab_note', { minutes: PREVIEW_MINUTES })}
        </span>
      </div>
      <PageFrame
        {...SIZES[size]}
        fills={fills}
        link={link.url}
        title={t('contents.frame', { title: content.title, size: t(`contents.${size}`) })}
      />
    </Stage>
  )
}

const Stage = styled('section')({
  padding: '0 16px 16px',
  '&[data-fills="true"]': {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    padding: 0,
    '& > p': { margin: '0 0 8px' },
    '& > :last-child': { flex: '1 1 0' },
  },
})

/** The page beside its form, as it was saved last. */
export const PreviewPanel = () => (
  <aside aria-label={t('contents.preview')}>
    <Preview fills />
  </aside>
)

export const ContentPreview = () => (
  <DeskShow
    actions={
      <TopToolbar>
        <EditButton />
      </TopToolbar>
    }
  >
    <Preview />
  </DeskShow>
)
