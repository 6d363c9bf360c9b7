import { admissionCalls as calls } from '#contract/admission.ts'
import { endpointsOf } from '../../http/endpoints.ts'

export const admissionApi = endpointsOf(calls, {
  queries: { getAdmission: {} },
  changes: { acceptConduct: { endsIfDone: ['Profile'] } },
})
