import { programmeCalls } from '#contract/programme.ts'
import { endpointsOf } from '../http/endpoints.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'

/** Only for events that announce a programme, and for their tables. */
export const programmeApi = endpointsOf(programmeCalls, {
  queries: {
    getProgramme: { tags: (id) => [['Programme', id]] },
    listPlayers: { tags: (id) => [['Programme', id]] },
  },
  changes: {
    offerTable: { puts: 'getProgramme' },
    // These take the id of the offer, not that of its event.
    changeOffer: { ends: ['Programme'] },
    withdrawOffer: { ends: ['Programme'] },
    markPlayer: { puts: 'listPlayers' },
    writeToPlayers: {},
  },
})

raiseToasts<typeof programmeApi>({
  offerTable: { done: 'toast.table_offered' },
  changeOffer: { done: 'toast.offer_changed' },
  withdrawOffer: { done: 'toast.offer_withdrawn' },
  writeToPlayers: {
    done: { key: 'toast.players_written', values: ({ told }) => ({ count: told }) },
  },
})
