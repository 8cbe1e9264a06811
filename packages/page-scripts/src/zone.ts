// Runs in the browser, on a guest's page, which knows nothing of where its reader is. It has
// no imports: it is served as it stands, without its types. Without it moments are in UTC.

const { lang } = document.documentElement;
const words = new Intl.DateTimeFormat(lang === "en" ? "en-US" : lang, {
  dateStyle: "long",
  timeStyle: "short",
});
const zone = words.resolvedOptions().timeZone;

for (const time of document.querySelectorAll("time")) {
  time.textContent = `${words.format(new Date(time.dateTime))} (${zone})`;
}
