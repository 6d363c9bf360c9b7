import { useLogVisitQuery } from '#src/store/content/api.ts'
import { ContactSection } from './ContactSection.tsx'
import { LatestNews } from './LatestNews.tsx'

/** The lower part of the landing page; the contact form is for visitors who are logged out (behaviour 2). */
export function NewsAndContact({ isMember }: { isMember: boolean }) {
  // As specified: counts a visit when the page loads; a failure is only logged (behaviour 7, 8).
  useLogVisitQuery()
  return (
    <>
      <LatestNews />
      {!isMember && <ContactSection />}
    </>
  )
}
