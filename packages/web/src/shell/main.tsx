import "./app.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { Problem } from "../../../client/src/problem.ts";
import { wantedPath } from "../api/session.ts";
import { App } from "./app.tsx";
import { applyTheme } from "./preferences.ts";

const RETRIES = 2;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // The service would refuse again; only a lost connection is retried.
      retry: (count, error) => !(error instanceof Problem) && count < RETRIES,
      // Fails at once when offline: the page says so instead of waiting.
      networkMode: "always",
      staleTime: 2_000,
    },
    mutations: { networkMode: "always" },
  },
});

applyTheme();
const wanted = wantedPath();
if (location.pathname === "/") {
  history.replaceState(null, "", wanted ?? "/inbox");
}
const root = document.getElementById("app");
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>,
  );
}
