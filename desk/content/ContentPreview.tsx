import { styled } from '@mui/material/styles'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { EditButton, TopToolbar, useRecordContext, useStore } from 'react-admin'
import { deskRoutes, PREVIEW_MINUTES } from '#contract/desk.ts'
import type { DeskContent } from '#contract/schemas/content.ts'
import { t } from '../i18n.ts'
import { DeskShow } from '../parts/DeskPages.tsx'
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
    deskRoutes.contents.previewLink,
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
      <Frame
        fills={fills}
        link={link.url}
        size={size}
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

const Room = styled('div')({
  position: 'relative',
  marginTop: 8,
  overflow: 'hidden',
  '& iframe': {
    position: 'absolute',
    top: 0,
    left: 0,
    border: '1px solid var(--field)',
    background: 'var(--ground)',
    transformOrigin: '0 0',
  },
})

type FrameProps = { link: string; size: Size; title: string; fills: boolean }

/** Scaled down where the desk has less room than the viewport. */
const Frame = ({ link, size, title, fills }: FrameProps) => {
  const room = useRef<HTMLDivElement>(null)
  const available = useSizeOf(room)
  const { width, height: usual } = SIZES[size]
  const scale = Math.min(1, available.width / width)
  const height = fills && scale > 0 ? available.height / scale - 2 : usual
  return (
    <Room ref={room} style={fills ? {} : { height: height * scale + 2 }}>
      <iframe
        // No navigation of the desk, no pop-ups, no forms.
        sandbox="allow-scripts allow-same-origin"
        src={link}
        style={{ width, height, transform: `scale(${scale})` }}
        title={title}
      />
    </Room>
  )
}

function useSizeOf(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const observer = new ResizeObserver(() =>
      setSize({ width: current.clientWidth, height: current.clientHeight }),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}

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
