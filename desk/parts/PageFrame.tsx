import { styled } from '@mui/material/styles'
import { type RefObject, useEffect, useRef, useState } from 'react'

type Props = {
  link: string
  title: string
  /** Viewport of the page in pixels. */
  width: number
  height: number
  /** The frame has the height of the box around it. */
  fills: boolean
  /** Pages without a choice of their own follow it as that of the system. */
  colorScheme?: 'light' | 'dark'
  /** The page is loaded again when it changes. */
  version?: number
}

/** A page of the site in a frame, scaled down where the desk has less room than the viewport. */
export const PageFrame = (props: Props) => {
  const { link, title, width, height: usual, fills, colorScheme, version = 0 } = props
  const room = useRef<HTMLDivElement>(null)
  const available = useSizeOf(room)
  const scale = Math.min(1, available.width / width)
  // The page stays in sight until its next version has arrived.
  const [loaded, setLoaded] = useState(version)
  const versions = loaded === version ? [version] : [loaded, version]
  const height = fills && scale > 0 ? available.height / scale - 2 : usual
  return (
    <Room ref={room} style={fills ? {} : { height: height * scale + 2 }}>
      {versions.map((one) => (
        <iframe
          key={one}
          onLoad={() => setLoaded(one)}
          // No navigation of the desk, no pop-ups, no forms.
          sandbox="allow-scripts allow-same-origin"
          src={link}
          style={{
            width,
            height,
            transform: `scale(${scale})`,
            colorScheme,
            visibility: one === loaded ? 'visible' : 'hidden',
          }}
          title={title}
        />
      ))}
    </Room>
  )
}

const Room = styled('div')({
  position: 'relative',
  marginTop: 8,
  overflow: 'hidden',
  '& iframe': {
    position: 'absolute',
    top: 0,
    insetInlineStart: 0,
    border: '1px solid var(--field)',
    background: 'var(--ground)',
    transformOrigin: 'top left',
  },
})

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

export const PageBody = styled('div')({ padding: '0 16px 16px' })
