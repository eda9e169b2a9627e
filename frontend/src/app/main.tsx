import "@/shared/ui/app.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ApiProblem } from "@/shared/api/problem";
import { signedOut } from "@/shared/api/client";
import { languageOf, startI18n } from "@/shared/i18n";
import { buildRouter } from "./router";

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < (error instanceof TypeError ? 1 : 2) && !(error instanceof ApiProblem && error.status < 500),
      retryDelay: (count) => 500 * 2 ** count,
      refetchOnWindowFocus: false,
      // The server may be on this very machine, whatever the browser thinks of the network; what cannot be fetched says so.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { networkMode: "always" },
  },
});

const router = buildRouter(queryClient);

signedOut.addEventListener("signed-out", () => {
  void queryClient.invalidateQueries({ queryKey: ["session"] }).then(() => router.invalidate());
});

await startI18n(languageOf(document.documentElement.lang));
const root = document.getElementById("app");
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
