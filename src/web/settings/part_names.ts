/** The parts of the settings, each under its own address. */
export const PART_NAMES = [
  { name: "profile", title: "Profile" },
  { name: "access", title: "Access" },
  { name: "addresses", title: "Addresses" },
  { name: "prices", title: "Prices" },
  { name: "contacts", title: "Contacts" },
  { name: "rules", title: "Rules" },
  { name: "notifications", title: "Notifications" },
  { name: "webhooks", title: "Webhooks" },
  { name: "data", title: "Your data" },
  { name: "appearance", title: "Appearance" },
] as const;

export type PartName = (typeof PART_NAMES)[number]["name"];
