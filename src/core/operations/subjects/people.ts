import type { Operation } from "../../access/operation.ts";
import { addDomain } from "../add_domain.ts";
import { checkFreeAddress } from "../check_free_address.ts";
import { claimFreeAddress } from "../claim_free_address.ts";
import { closeReport } from "../close_report.ts";
import { deleteContact } from "../delete_contact.ts";
import { deleteOffer } from "../delete_offer.ts";
import { discoverAgents } from "../discover_agents.ts";
import { getAccountCard } from "../get_account_card.ts";
import { getAgentCard } from "../get_agent_card.ts";
import { getContact } from "../get_contact.ts";
import { getFreeAddress } from "../get_free_address.ts";
import { getOffers } from "../get_offers.ts";
import { getOrder } from "../get_order.ts";
import { getProfile } from "../get_profile.ts";
import { getServiceCard } from "../get_service_card.ts";
import { importContacts } from "../import_contacts.ts";
import { listContacts } from "../list_contacts.ts";
import { listDelegations } from "../list_delegations.ts";
import { listDomains } from "../list_domains.ts";
import { listMembers } from "../list_members.ts";
import { listOffers } from "../list_offers.ts";
import { listReports } from "../list_reports.ts";
import { listTeams } from "../list_teams.ts";
import { makeTeam } from "../make_team.ts";
import { placeOrder } from "../place_order.ts";
import { previewContactImport } from "../preview_contact_import.ts";
import { priceOrder } from "../price_order.ts";
import { putDelegation } from "../put_delegation.ts";
import { putMember } from "../put_member.ts";
import { putOffer } from "../put_offer.ts";
import { quoteAccess } from "../quote_access.ts";
import { recheckDomain } from "../recheck_domain.ts";
import { removeDelegation } from "../remove_delegation.ts";
import { removeMember } from "../remove_member.ts";
import { reportContact } from "../report_contact.ts";
import { resolveAddress } from "../resolve_address.ts";
import { saveContact } from "../save_contact.ts";
import { setApprovals } from "../set_approvals.ts";
import { suggestFreeAddresses } from "../suggest_free_addresses.ts";
import { syncClaimedTeams } from "../sync_claimed_teams.ts";
import { undoContactImport } from "../undo_contact_import.ts";
import { updateProfile } from "../update_profile.ts";
import { verifyDomain } from "../verify_domain.ts";

/** Contacts, teams, addresses, profiles, agents and their quotes. */
export const PEOPLE_OPERATIONS: readonly Operation[] = [
  discoverAgents,
  getAgentCard,
  getServiceCard,
  getAccountCard,
  quoteAccess,
  resolveAddress,
  listContacts,
  getContact,
  saveContact,
  deleteContact,
  reportContact,
  previewContactImport,
  importContacts,
  undoContactImport,
  syncClaimedTeams,
  getFreeAddress,
  checkFreeAddress,
  suggestFreeAddresses,
  claimFreeAddress,
  listDomains,
  addDomain,
  verifyDomain,
  recheckDomain,
  getProfile,
  updateProfile,
  getOffers,
  listOffers,
  putOffer,
  deleteOffer,
  listDelegations,
  putDelegation,
  removeDelegation,
  listTeams,
  makeTeam,
  listMembers,
  putMember,
  setApprovals,
  removeMember,
  priceOrder,
  placeOrder,
  getOrder,
  listReports,
  closeReport,
];
