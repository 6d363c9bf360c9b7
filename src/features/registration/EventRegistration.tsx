import { useRef } from 'react'
import type { ContentId } from '#contract/ids.ts'
import type { ContentDetail } from '#contract/schemas/content.ts'
import { withLateStyles } from '#src/platform/lateStyles.ts'
import { useLate } from '#src/ui/Late.tsx'
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

type LateProps = { id: ContentId; announced: Announced; className: string }

function LateRegistration({ id, announced, className }: LateProps) {
  const section = useRef<HTMLElement>(null)
  const Panel = useLate(loadPanel)
  if (Panel === 'failed') return null
  return (
    <RegistrationFrame ref={section} className={className}>
      {Panel ? (
        <Panel id={id} announced={announced} section={section} />
      ) : (
        <AnnouncedSeats {...announced} />
      )}
    </RegistrationFrame>
  )
}
