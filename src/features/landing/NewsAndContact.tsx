import { useLogVisitQuery } from '#src/store/content/api.ts'
import { ContactSection } from './ContactSection.tsx'
import { LatestNews } from './LatestNews.tsx'

/** The contact form is for visitors who are logged out (behaviour 2.5). */
export function NewsAndContact({ isMember }: { isMember: boolean }) {
  // As specified: counts a visit when the page loads; a failure is only logged (behaviour 8.6).
  useLogVisitQuery()
  return (
    <>
      <LatestNews />
      {!isMember && <ContactSection />}
    </>
  )
}
