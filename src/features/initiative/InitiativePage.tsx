import { useTranslation } from 'react-i18next'
import { Hero } from '#src/ui/Hero.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { BookSection } from './BookSection.tsx'
import { SchoolFacts } from './SchoolFacts.tsx'
import { TextSection } from './TextSection.tsx'

/** RPG initiative (behaviour 2); the numbers are those of behaviour 9 and stay as they are (ruling 58). */
export function InitiativePage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('initiative.title') })}</title>
      <Hero picture="initiative">
        <PageHeading lead={t('initiative.lead')}>{t('initiative.title')}</PageHeading>
      </Hero>
      <div className="mx-auto max-w-page divide-y divide-line px-4 py-8 sm:py-12">
        <TextSection
          title={t('initiative.what_title')}
          paragraphs={[t('initiative.what_1'), t('initiative.what_2')]}
        />
        <TextSection
          title={t('initiative.schools_title')}
          paragraphs={[t('initiative.schools_1'), t('initiative.schools_2')]}
        >
          <SchoolFacts />
        </TextSection>
        <TextSection
          title={t('initiative.people_title')}
          paragraphs={[t('initiative.people_1'), t('initiative.people_2')]}
        />
        <TextSection
          title={t('initiative.online_title')}
          paragraphs={[t('initiative.online_1'), t('initiative.online_2')]}
        />
      </div>
      <BookSection />
    </>
  )
}
