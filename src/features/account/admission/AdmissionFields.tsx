import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { APPLICATION_MAX, TEAM_HASH } from '#contract/admission.ts'
import { announces } from '#src/platform/page.ts'
import { admissionApi } from '#src/store/account/admission/api.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useIsInBrowser } from '#src/ui/useKit.ts'
import { ConductLink } from './ConductDialog.tsx'

/** Who may register, and what the form of the registration takes for that; nothing on other servers. */
export function useAdmission() {
  // The server, which never sees the secret of a link, renders the form for everyone.
  const isKnown = useIsInBrowser()
  const { hash } = useLocation()
  const skip = !isKnown || !announces('admission')
  const { data } = admissionApi.useGetAdmissionQuery(undefined, { skip })
  const [line, setLine] = useState('')
  const [hasAgreed, setHasAgreed] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const { mode = 'open', conduct } = data ?? {}
  const secret = isKnown && hash.startsWith(TEAM_HASH) ? hash.slice(TEAM_HASH.length) : ''
  return {
    mode,
    /** A link of the team has led here. */
    isByTeam: secret !== '',
    mayWait: mode === 'approval' && secret === '',
    /** Shows what is missing. @returns whether the agreement is */
    lacksAgreement: () => {
      const isMissing = conduct !== undefined && !hasAgreed
      setIsAsked(isMissing)
      return isMissing
    },
    fields: {
      ...{ line, setLine, hasAgreed, setHasAgreed, hasConduct: conduct !== undefined },
      isMissing: isAsked && !hasAgreed,
    },
    body: {
      ...(secret !== '' && { invite_secret: secret }),
      ...(line.trim() !== '' && { application: line.trim() }),
      ...(conduct !== undefined && hasAgreed && { conduct }),
    },
  }
}

export function AdmissionFields({
  of: { mode, mayWait, isByTeam, fields },
}: {
  of: ReturnType<typeof useAdmission>
}) {
  const { t } = useTranslation()
  return (
    <>
      {mode === 'invite' && !isByTeam && (
        <p className="font-sans text-ui">{t('admission.invite_note')}</p>
      )}
      {mayWait && (
        <TextField
          name="application"
          label={t('admission.line')}
          hint={t('admission.line_hint')}
          value={fields.line}
          onChange={fields.setLine}
          maxLength={APPLICATION_MAX}
        />
      )}
      {fields.hasConduct && (
        <div>
          <Checkbox
            name="conduct"
            label={t('conduct.agree')}
            checked={fields.hasAgreed}
            onChange={fields.setHasAgreed}
          />
          <ConductLink />
          <FormError message={fields.isMissing ? t('conduct.missing') : undefined} />
        </div>
      )}
    </>
  )
}
