import { addDomain } from "../../core/operations/add_domain.ts";
import { checkFreeAddress } from "../../core/operations/check_free_address.ts";
import { claimFreeAddress } from "../../core/operations/claim_free_address.ts";
import { deleteContact } from "../../core/operations/delete_contact.ts";
import { deleteOffer } from "../../core/operations/delete_offer.ts";
import { discoverAgents } from "../../core/operations/discover_agents.ts";
import { getAgentCard } from "../../core/operations/get_agent_card.ts";
import { getContact } from "../../core/operations/get_contact.ts";
import { getFreeAddress } from "../../core/operations/get_free_address.ts";
import { getOffers } from "../../core/operations/get_offers.ts";
import { getOrder } from "../../core/operations/get_order.ts";
import { getProfile } from "../../core/operations/get_profile.ts";
import { importContacts } from "../../core/operations/import_contacts.ts";
import { listContacts } from "../../core/operations/list_contacts.ts";
import { listDelegations } from "../../core/operations/list_delegations.ts";
import { listDomains } from "../../core/operations/list_domains.ts";
import { listMembers } from "../../core/operations/list_members.ts";
import { listOffers } from "../../core/operations/list_offers.ts";
import { listTeams } from "../../core/operations/list_teams.ts";
import { makeTeam } from "../../core/operations/make_team.ts";
import { previewContactImport } from "../../core/operations/preview_contact_import.ts";
import { putDelegation } from "../../core/operations/put_delegation.ts";
import { putMember } from "../../core/operations/put_member.ts";
import { putOffer } from "../../core/operations/put_offer.ts";
import { quoteAccess } from "../../core/operations/quote_access.ts";
import { removeDelegation } from "../../core/operations/remove_delegation.ts";
import { removeMember } from "../../core/operations/remove_member.ts";
import { reportContact } from "../../core/operations/report_contact.ts";
import { resolveAddress } from "../../core/operations/resolve_address.ts";
import { saveContact } from "../../core/operations/save_contact.ts";
import { setApprovals } from "../../core/operations/set_approvals.ts";
import { suggestFreeAddresses } from "../../core/operations/suggest_free_addresses.ts";
import { undoContactImport } from "../../core/operations/undo_contact_import.ts";
import { updateProfile } from "../../core/operations/update_profile.ts";
import { verifyDomain } from "../../core/operations/verify_domain.ts";
import { ifMatch } from "../entity_tag.ts";
import { nextLink } from "../next_link.ts";
import type { Route } from "../route.ts";
import { route } from "../route.ts";

const CONTACTS = "/v1/contacts";
const CONTACT = `${CONTACTS}/:address`;
const DELEGATION = "/v1/delegations/:address";
const MEMBER = "/v1/members/:address";
const FREE = "/api/addresses/free";
const DOMAINS = "/api/addresses/domains";
const revisionTag = (output: { readonly version: number }) =>
  `"v${output.version}"`;
const OFFERS = "/v1/offers";
const IMPORT = "/v1/contacts/import";

/** Contacts, addresses, profiles, agents and their quotes. */
export const PEOPLE_ROUTES: readonly Route[] = [
  route("GET", "/api/router/resolve", resolveAddress, {
    cacheControl: "private, max-age=60",
  }),
  route("POST", `${IMPORT}/preview`, previewContactImport),
  route("POST", IMPORT, importContacts),
  route("POST", `${IMPORT}/undo`, undoContactImport),
  route("GET", CONTACTS, listContacts, { headers: nextLink }),
  route("GET", CONTACT, getContact),
  route("PUT", CONTACT, saveContact, {
    statuses: [201, 200, 202],
    statusOf: ({ created, waiting }) => (waiting ? 202 : created ? 201 : 200),
  }),
  route("DELETE", CONTACT, deleteContact),
  route("POST", `${CONTACT}/report`, reportContact, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("GET", "/v1/teams", listTeams),
  route("POST", "/v1/teams", makeTeam, { statuses: [201] }),
  route("GET", "/v1/members", listMembers),
  route("PUT", MEMBER, putMember, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("DELETE", MEMBER, removeMember),
  route("PUT", "/v1/approvals", setApprovals),
  route("GET", "/v1/delegations", listDelegations),
  route("PUT", DELEGATION, putDelegation, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("DELETE", DELEGATION, removeDelegation),
  route("GET", "/v1/quotes", quoteAccess),
  route("GET", FREE, getFreeAddress),
  route("POST", FREE, claimFreeAddress, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("GET", `${FREE}/available`, checkFreeAddress),
  route("GET", `${FREE}/suggestions`, suggestFreeAddresses),
  route("GET", DOMAINS, listDomains),
  route("POST", DOMAINS, addDomain, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("POST", `${DOMAINS}/verify`, verifyDomain),
  route("GET", "/v1/profile", getProfile, { etag: revisionTag }),
  route("PUT", "/v1/profile", updateProfile, {
    input: ifMatch,
    etag: revisionTag,
  }),
  route("GET", "/@:localPart/offers", getOffers),
  route("GET", "/v1/orders/:conversationId", getOrder),
  route("GET", OFFERS, listOffers),
  route("PUT", `${OFFERS}/:offerId`, putOffer, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("DELETE", `${OFFERS}/:offerId`, deleteOffer),
  route("GET", "/v1/agents", discoverAgents),
  route("GET", "/v1/agents/card", getAgentCard),
];
