import { TEXT_MAX } from '#contract/fields.ts'
import { SHORT_NAME_MAX, SITE_NAME_MAX } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { FOOTER_NOTICE } from '../parts/kitTexts.ts'
import { Section } from '../parts/Section.tsx'
import { KitTexts, SimpleField } from './Fields.tsx'
import { useKit } from './kitContext.ts'
import { MarkField } from './MarkField.tsx'

const TEXTS = [FOOTER_NOTICE]

/** What every page has: name and mark in the header, the footer. */
export const FrameTab = () => {
  const { state, value } = useKit()
  const { name, short_name } = state.defaults
  return (
    <>
      <Section title={t('site.frame.community')}>
        <SimpleField fallback={name} max={SITE_NAME_MAX} place="name" />
        <SimpleField
          fallback={value.name ?? short_name}
          max={SHORT_NAME_MAX}
          note={t('site.frame.short_note')}
          place="short_name"
        />
        <SimpleField
          kind="email"
          max={TEXT_MAX}
          note={t('site.frame.contact_note')}
          place="contact"
        />
        <MarkField />
      </Section>
      <Section note={t('site.values')} title={t('site.frame.footer')}>
        <KitTexts texts={TEXTS} />
      </Section>
    </>
  )
}
