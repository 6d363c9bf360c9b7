import { type ReactNode, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentItem } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { joined, plainLinkClasses } from '#src/ui/look.ts'
import { SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'

export type Announced = NonNullable<ContentItem['registration']>

/** The `id` of the section, which mails and the login lead to. */
export const REGISTRATION_ID = 'registration'

type Props = { ref?: Ref<HTMLElement>; className: string; children: ReactNode }

export function RegistrationFrame({ ref, className, children }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section
      ref={ref}
      id={REGISTRATION_ID}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={joined('outline-none print:hidden', className)}
    >
      <h2 id={titleId} className="font-heading text-xl font-bold">
        {t('registration.title')}
      </h2>
      <div className="mt-2 flex min-h-36 flex-col items-start gap-4 font-sans text-ui">
        {children}
      </div>
    </section>
  )
}

/** What the event itself says, until its seats are known. As high as the seats and their button. */
export function AnnouncedSeats({ seats, closes_at }: Announced) {
  const { t } = useTranslation()
  return (
    <>
      <div>
        <p className="font-medium">{t('registration.seats', { count: seats })}</p>
        <ClosingTime closes_at={closes_at} />
      </div>
      <SkeletonBlock className="h-tap w-32 animate-pulse" />
    </>
  )
}

export function ClosingTime({ closes_at }: Pick<Announced, 'closes_at'>) {
  const { t } = useTranslation()
  return (
    <p className="text-ink-soft">
      <Timed text={t('registration.closes', { date: TIME })} at={closes_at} isFull />
    </p>
  )
}

/** Leads to a page of the server, for browsers that can't prove their work. */
export function PlainPageLink({ id }: { id: ContentId }) {
  const { t } = useTranslation()
  return (
    <a href={`/api/contents/registration/${id}/form`} className={plainLinkClasses}>
      {t('registration.guest_plain')}
    </a>
  )
}
