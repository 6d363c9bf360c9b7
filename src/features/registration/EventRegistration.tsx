import { useRef } from 'react'
import type { ContentDetail } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { withLateStyles } from '#src/platform/lateStyles.ts'
import { useArrival } from '#src/ui/focus.ts'
import { Late } from '#src/ui/Late.tsx'
import {
  type Announced,
  AnnouncedSeats,
  PlainPageLink,
  REGISTRATION_ID,
  RegistrationFrame,
} from './RegistrationFrame.tsx'

const loadPanel = async () =>
  (await withLateStyles(import(/* webpackChunkName: "registration" */ './RegistrationPanel.tsx')))
    .RegistrationPanel

type Props = {
  article: ContentDetail
  className: string
  /** The place of seats and the main control, such as the foot of a dialog; by default the section. */
  foot?: HTMLElement | null
}

/** Renders nothing unless the server announces it (ruling 62). */
export function EventRegistration({ article: { id, registration }, ...rest }: Props) {
  if (typeof registration?.seats !== 'number') return null
  return <LateRegistration id={id} announced={registration} {...rest} />
}

type FrameProps = Omit<Props, 'article'> & { id: ContentId; announced: Announced }

function LateRegistration({ id, announced, className, foot = null }: FrameProps) {
  const section = useRef<HTMLElement>(null)
  useArrival(REGISTRATION_ID)
  const seats = <AnnouncedSeats {...announced} />
  return (
    <RegistrationFrame ref={section} className={className}>
      <Late
        load={loadPanel}
        props={{ id, announced, section, foot }}
        waiting={seats}
        failed={seats}
      />
      {announced.guests && (
        <noscript>
          <PlainPageLink id={id} />
        </noscript>
      )}
    </RegistrationFrame>
  )
}
