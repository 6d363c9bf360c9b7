import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { ContentId } from '#contract/ids.ts'
import type { ContentDetail } from '#contract/schemas/content.ts'
import { withLateStyles } from '#src/platform/lateStyles.ts'
import { goToElement } from '#src/platform/viewport.ts'
import { Late } from '#src/ui/Late.tsx'
import { type Announced, AnnouncedSeats, RegistrationFrame } from './RegistrationFrame.tsx'

const loadPanel = async () =>
  (await withLateStyles(import(/* webpackChunkName: "registration" */ './RegistrationPanel.tsx')))
    .RegistrationPanel

type Props = { article: ContentDetail; className: string }

/** Renders nothing unless the server announces it (ruling 62). */
export function EventRegistration({ article: { id, registration }, className }: Props) {
  if (typeof registration?.seats !== 'number') return null
  return <LateRegistration id={id} announced={registration} className={className} />
}

type FrameProps = { id: ContentId; announced: Announced; className: string }

function LateRegistration({ id, announced, className }: FrameProps) {
  const section = useRef<HTMLElement>(null)
  const location = useLocation()
  useEffect(() => {
    if (location.hash === '#registration' && section.current) goToElement(section.current)
  }, [location])
  const seats = <AnnouncedSeats {...announced} />
  return (
    <RegistrationFrame ref={section} className={className}>
      <Late load={loadPanel} props={{ id, announced, section }} waiting={seats} failed={seats} />
    </RegistrationFrame>
  )
}
